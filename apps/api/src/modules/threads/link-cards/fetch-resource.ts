import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isPublicHost } from '../../../platform/public-address.ts';
import type { SendRequest } from '../../../platform/public-request.ts';

/** For a resource with its redirects. */
const timeoutMs = 5000;
const redirectsMax = 3;
const maxBytes = 1024 * 1024;

/** Decides which URLs the server fetches, and how. */
export interface FetchPolicy {
  isAllowed: (url: URL) => boolean;
  sendRequest: SendRequest;
  userAgent: string;
}

interface FetchPolicyOptions {
  /** Never connected to: a card would keep what its users delete or make private. */
  publicUrl: URL;
  sendRequest: SendRequest;
}

export function createFetchPolicy({ publicUrl, sendRequest }: FetchPolicyOptions): FetchPolicy {
  const serverName = toServerName(publicUrl);
  return {
    userAgent: `SkeinBot/1.0 (link previews; +${publicUrl.origin})`,
    isAllowed: (url) =>
      isWebAddress(url) &&
      url.port === '' &&
      isPublicHost(url.hostname) &&
      toServerName(url) !== serverName,
    sendRequest,
  };
}

/** The host with its port, the same for http and https and with the dot of the DNS root. */
function toServerName({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${port}`;
}

function isWebAddress({ protocol, username, password }: URL): boolean {
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/** The site has no such resource, or no longer. */
export class ResourceGone extends Error {}

export interface Resource {
  /** After redirects. */
  url: URL;
  contentType: string;
  content: Buffer;
  /** Whether `content` is only its beginning. */
  isTruncated: boolean;
}

interface FetchOptions {
  policy: FetchPolicy;
  /** Media types; of others, nothing is read. */
  isAccepted: (mediaType: string) => boolean;
  accept: string;
  signal: AbortSignal;
}

/**
 * Fetches up to 1 MB from another site. Each redirect is checked like the first URL, and the addresses
 * of a name when the connection is opened.
 * @throws ResourceGone; Error also for another response that cannot be used
 */
export async function fetchResource(address: string, options: FetchOptions): Promise<Resource> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  let url = new URL(address);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const response = await request(url, options, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode < 300 || statusCode >= 400) {
        return await readResource(url, response, options, signal);
      }
      const next = URL.parse(headers.location ?? '', url.href);
      if (next === null) throw new Error(`Status ${statusCode} without an address.`);
      url = next;
    } finally {
      response.destroy();
    }
  }
  throw new Error('The page has too many redirects.');
}

async function request(
  url: URL,
  { policy, accept }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (!policy.isAllowed(url)) throw new Error('The address is not public.');
  const outgoing = policy.sendRequest(url, {
    headers: { 'User-Agent': policy.userAgent, Accept: accept, 'Accept-Encoding': 'identity' },
    signal,
  });
  // An error after the response is also one of the response.
  outgoing.on('error', () => undefined);
  outgoing.end();
  // The types of `once` do not know the arguments of 'response'.
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

async function readResource(
  url: URL,
  response: IncomingMessage,
  { isAccepted }: FetchOptions,
  signal: AbortSignal,
): Promise<Resource> {
  const { statusCode, headers } = response;
  if (statusCode === 404 || statusCode === 410) throw new ResourceGone(`Status ${statusCode}.`);
  if (statusCode !== 200) throw new Error(`Status ${statusCode}.`);
  const contentType = headers['content-type'] ?? '';
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  if (!isAccepted(mediaType.trim())) throw new Error('The type is not accepted.');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Error('The content is compressed.');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) break;
  }
  const content = Buffer.concat(chunks).subarray(0, maxBytes);
  return { url, contentType, content, isTruncated: bytes > maxBytes };
}
