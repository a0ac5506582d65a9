import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const paceWindowMs = 60_000;

interface Pace {
  /** The connection is closed if the client reads fewer bytes in a window. */
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
  // The pipeline would not close the file.
  if (response.destroyed) {
    content.destroy();
    return;
  }
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

/**
 * Closes the connection of a client that reads too slowly while bytes are waiting for it. A slow source
 * has no effect.
 */
function watchPace(response: Response, { minBytes, windowMs = paceWindowMs }: Pace): () => void {
  let sentBefore = 0;
  const timer = setInterval(() => {
    const sent = response.socket?.bytesWritten ?? 0;
    if (response.writableLength > 0 && sent - sentBefore < minBytes) response.destroy();
    sentBefore = sent;
  }, windowMs).unref();
  return () => clearInterval(timer);
}
