import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isPublicHost } from '../../../platform/public-address.ts';
import type { SendRequest } from '../../../platform/public-request.ts';

/** The limit includes redirects. */
export const timeoutMs = 10_000;
const connectTimeoutMs = 5000;
const maxBytes = 1024 * 1024;

export interface OutgoingRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer | undefined;
  signal: AbortSignal;
}

export interface IncomingResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Another server does not respond. Without a cause: its code could be mistaken for an outage of the database. */
export class UnreachableServer extends Error {}

/**
 * Sends a request to another server. `sendRequest` checks the addresses of its name when it connects;
 * literal addresses are checked here. Follows no redirects.
 * @throws UnreachableServer also for an address that is not public, and for a response of more than 1 MB
 */
export async function send(
  sendRequest: SendRequest,
  url: URL,
  request: OutgoingRequest,
): Promise<IncomingResponse> {
  try {
    return await exchange(sendRequest, url, request);
  } catch (error) {
    throw new UnreachableServer(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Opens the response to a request, whose content the caller reads and destroys.
 * @throws Error also for an address that is not public
 */
export async function openResponse(
  sendRequest: SendRequest,
  url: URL,
  { method, headers, body, signal }: OutgoingRequest,
): Promise<IncomingMessage> {
  if (!isAllowed(url)) throw new Error('The address is not public.');
  const outgoing = sendRequest(url, {
    method,
    headers: { ...headers, 'Accept-Encoding': 'identity' },
    signal,
  });
  // The response reports the errors after it.
  outgoing.on('error', () => undefined);
  const connecting = setTimeout(() => {
    outgoing.destroy(new Error('The server could not be connected to in time.'));
  }, connectTimeoutMs);
  outgoing.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
      clearTimeout(connecting),
    );
  });
  try {
    outgoing.end(body);
    // The types of `once` do not know the arguments of 'response'.
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    outgoing.destroy();
    throw error;
  } finally {
    clearTimeout(connecting);
  }
}

async function exchange(
  sendRequest: SendRequest,
  url: URL,
  request: OutgoingRequest,
): Promise<IncomingResponse> {
  const response = await openResponse(sendRequest, url, request);
  try {
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await readBody(response),
    };
  } finally {
    response.destroy();
  }
}

function isAllowed({ protocol, hostname, username, password }: URL): boolean {
  return protocol === 'https:' && username === '' && password === '' && isPublicHost(hostname);
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error('The response is too large.');
  }
  return Buffer.concat(chunks);
}
