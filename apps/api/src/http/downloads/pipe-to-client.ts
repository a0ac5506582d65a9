import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const paceWindowMs = 60_000;

interface Pace {
  /** Bytes that the client takes in each window, or the connection is closed. */
  minBytes: number;
  windowMs?: number;
}

/**
 * Sends a stream as the body of a response. Resolves when the last byte is sent or the client has
 * disconnected; a client that reads too slowly is disconnected, because it holds a file or a slot.
 */
export async function pipeToClient(
  content: Readable,
  response: Response,
  pace: Pace,
): Promise<void> {
  const stopWatching = watchPace(response, pace);
  try {
    await pipeline(content, response);
  } catch (error) {
    const isDisconnected =
      error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isDisconnected) throw error;
  } finally {
    stopWatching();
  }
}

/** A slow source is not the client's fault: only bytes that wait for the client count against it. */
function watchPace(response: Response, { minBytes, windowMs = paceWindowMs }: Pace): () => void {
  let sentBefore = 0;
  const timer = setInterval(() => {
    const sent = response.socket?.bytesWritten ?? 0;
    if (response.writableLength > 0 && sent - sentBefore < minBytes) response.destroy();
    sentBefore = sent;
  }, windowMs).unref();
  return () => clearInterval(timer);
}
