import type { IncomingMessage } from 'node:http';
import type { Database } from '@skein/db';
import { PayloadTooLargeError } from '../../../platform/errors.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import { openResponse } from '../http-client/send-request.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';

const redirectsMax = 3;
const maxBytes = 100 * 1024 ** 2;
/** The limit includes redirects. */
const timeoutMs = 60_000;

export interface OpenFileDependencies {
  database: Database;
  sendRequest: SendRequest;
  userAgent: string;
  /** The names of this server, which never requests files of itself. */
  domains: readonly string[];
}

/**
 * The content of a file of another server.
 * @throws PayloadTooLargeError for a file of more than 100 MB; Error
 */
export async function* openRemoteFile(
  { database, sendRequest, userAgent, domains }: OpenFileDependencies,
  address: string,
): AsyncGenerator<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { Accept: 'image/*, video/*, audio/*, */*;q=0.1', 'User-Agent': userAgent };
  let url = new URL(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    if (domains.includes(url.host)) throw new Error('The file is on this server.');
    await requireOpenServer(database, url.host);
    const response = await openResponse(sendRequest, url, { method: 'GET', headers, signal });
    try {
      const { statusCode = 0 } = response;
      if (statusCode === 200) {
        yield* readContent(response);
        return;
      }
      const next = URL.parse(response.headers.location ?? '', url.href);
      if (statusCode < 300 || statusCode >= 400 || next === null) {
        throw new Error(`Status ${statusCode} of ${url.host}.`);
      }
      url = next;
    } finally {
      response.destroy();
    }
  }
  throw new Error('The file has too many redirects.');
}

async function* readContent(response: IncomingMessage): AsyncGenerator<Buffer> {
  const { 'content-length': length, 'content-encoding': encoding = 'identity' } = response.headers;
  if (encoding !== 'identity') throw new Error('The content is compressed.');
  let bytes = Number(length ?? 0);
  if (bytes > maxBytes) throw new PayloadTooLargeError('error.requestTooLarge');
  bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new PayloadTooLargeError('error.requestTooLarge');
    yield chunk;
  }
}
