import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isPublicHost } from './public-address.ts';
import { PrivateAddressError } from './public-lookup.ts';
import { sendAnyRequest } from './public-request.ts';
import type { SendRequest } from './public-request.ts';

interface ServiceRequest {
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs: number;
  /** The largest size of the response. */
  maxBytes: number;
  /** Allows private networks, which are otherwise rejected. */
  allowsPrivate?: boolean;
}

interface ServiceResponse {
  contentType: string;
  content: Buffer;
}

/**
 * Requests a resource of a service that the operator has configured. Follows no redirects.
 * @throws Error for any other status than 200, and beyond the limits
 */
export async function fetchFromService(
  sendRequest: SendRequest,
  url: URL,
  { method = 'GET', headers, body, timeoutMs, maxBytes, allowsPrivate = false }: ServiceRequest,
): Promise<ServiceResponse> {
  if (!allowsPrivate && !isPublicHost(url.hostname)) throw new PrivateAddressError(url.hostname);
  const outgoing = (allowsPrivate ? sendAnyRequest : sendRequest)(url, {
    method,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  // An error after the response is also one of the response.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  // The types of `once` do not know the arguments of 'response'.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  try {
    if (response.statusCode !== 200) throw new Error(`Status ${response.statusCode ?? 0}.`);
    const content = await readContent(response, maxBytes);
    return { contentType: response.headers['content-type'] ?? '', content };
  } finally {
    response.destroy();
  }
}

async function readContent(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
