import type { EndpointDefinition, LimitName } from '@skein/contracts/http';
import type { Request, RequestHandler, Response } from 'express';
import type { Viewer } from '../../platform/viewer.ts';

/** Where somebody stands within a limit. */
export interface RateLimitStatus {
  name: LimitName;
  max: number;
  windowSeconds: number;
  remaining: number;
  /** Until all of it is there again. */
  resetSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one more against a limit; null where that one is not set, or what is left is not known.
   * @param key who is counted: `userKey` or `addressKey`
   * @param points how much is counted, by default one; what is too much counts nothing
   * @throws RateLimitedError
   */
  consume(name: LimitName, key: string, points?: number): Promise<RateLimitStatus | null>;
}

function limitOf({ limit, auth, method }: EndpointDefinition): LimitName {
  if (limit !== undefined) return limit;
  if (auth === 'none') return 'signedOut';
  return method === 'GET' ? 'reads' : 'writes';
}

/**
 * Counts a request against its route's limit, and says in the answer where that leaves its sender
 * (draft-ietf-httpapi-ratelimit-headers).
 * @throws RateLimitedError
 */
export async function countRequest(
  rateLimiter: RateLimiter,
  route: EndpointDefinition,
  {
    request,
    response,
    viewer,
  }: { request: Request; response: Response; viewer: Viewer | undefined },
): Promise<void> {
  const name = limitOf(route);
  const key = requesterKey(request, viewer);
  const status = await rateLimiter.consume(name, key);
  if (status !== null) response.set(rateLimitHeaders(status));
}

/**
 * Counts a request for what needs no account (a page, a file, an unknown path) against its address.
 * Only a rejection says where that leaves the sender: the others may lie in a shared cache.
 */
export function limitPublicRequests(rateLimiter: RateLimiter): RequestHandler {
  return async (request, _response, next) => {
    await rateLimiter.consume('public', addressKey(request.ip));
    next();
  };
}

/**
 * Counts a request that brings files, however many; a request that is to bring none costs nothing.
 * @throws RateLimitedError
 */
export async function countUpload(
  rateLimiter: RateLimiter,
  viewer: Viewer | undefined,
): Promise<void> {
  if (viewer !== undefined) await rateLimiter.consume('uploads', userKey(viewer.userId));
}

/** Who is counted for a request: its user, or else its address. */
export function requesterKey(request: Request, viewer: Viewer | undefined): string {
  return viewer === undefined ? addressKey(request.ip) : userKey(viewer.userId);
}

export function rateLimitHeaders(status: RateLimitStatus): Record<string, string> {
  const { name, max, windowSeconds, remaining, resetSeconds } = status;
  return {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}

/** Who is counted for what a user does. */
export function userKey(userId: string): string {
  return `person:${userId}`;
}

/**
 * One for all addresses that one subscriber has: of IPv6 the network of 64 bits. An IPv4 address
 * is the same in whichever way it is written.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'address:unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `address:${mapped}`;
  if (!address.includes(':')) return `address:${address}`;
  return `address:${networkOf(address)}`;
}

/** The first four groups of an IPv6 address, without leading zeros. */
function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
