import type { DownloadDefinition } from '@skein/contracts/http';
import type { Response } from 'express';
import type { Download } from '../../platform/download.ts';
import { pipeToClient } from './pipe-to-client.ts';

/** A slower client would occupy one of the few slots for days. */
const minBytesPerMinute = 1024 * 1024;

/** Sends the file. If generating it fails, the connection is closed, so that the client notices. */
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
