import type { Readable } from 'node:stream';
import type { DownloadDefinition } from '@skein/contracts/http';
import type { Response } from 'express';
import { pipeToClient } from './pipe-to-client.ts';

/** In a minute; a slower client would hold one of few slots for days. */
const minBytesPerMinute = 1024 * 1024;

/** A file that is sent while it is being made. */
export interface Download {
  /** As it is to be called on the other side; letters, digits, dots and dashes. */
  fileName: string;
  content: Readable;
}

/** Sends the file. When making it fails midway the connection is cut, so that nobody takes it for whole. */
export async function sendDownload(
  route: DownloadDefinition,
  { fileName, content }: Download,
  response: Response,
): Promise<void> {
  response.status(route.status).set({
    'Content-Type': route.download.contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  });
  if (response.req.method === 'HEAD') {
    content.destroy();
    response.end();
    return;
  }
  await pipeToClient(content, response, { minBytes: minBytesPerMinute });
}
