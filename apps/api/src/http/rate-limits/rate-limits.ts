import type { RoutePolicy, LimitName } from '@skein/contracts/http';
import type { Request, RequestHandler, Response } from 'express';
import type { Viewer } from '../../platform/viewer.ts';

/** The state of a rate limit after a request. */
export interface RateLimitStatus {
  name: LimitName;
  max: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Points that were consumed for a request. */
export interface Consumption {
  /** Null when the limit is disabled or its remaining points are unknown. */
  status: RateLimitStatus | null;
  /** Returns the points once, for a request that failed. Has no effect after the window. */
  refund: () => Promise<void>;
}

export interface RateLimiter {
  /**
   * Counts a request against a limit.
   * @param key who is limited: `userKey` or `addressKey`
   * @param points 1 by default; a rejected request consumes none
   * @throws RateLimitedError
   */
  consume(name: LimitName, key: string, points?: number): Promise<Consumption>;
}

function limitNameOf({ limit, auth, method }: RoutePolicy, viewer: Viewer | undefined): LimitName {
  if (auth === 'optional' && viewer === undefined) return 'signedOut';
  if (limit !== undefined) return limit;
  if (auth === 'none') return 'signedOut';
  return method === 'GET' ? 'reads' : 'writes';
}

/**
 * Counts a request against its route's limit and sets the response headers of
 * draft-ietf-httpapi-ratelimit-headers.
 * @throws RateLimitedError
 */
export async function countRequest(
  rateLimiter: RateLimiter,
  route: RoutePolicy,
  {
    request,
    response,
    viewer,
  }: { request: Request; response: Response; viewer: Viewer | undefined },
): Promise<void> {
  const name = limitNameOf(route, viewer);
  const key = requesterKey(request, viewer);
  const { status } = await rateLimiter.consume(name, key);
  if (status !== null) response.set(rateLimitHeaders(status));
}

/**
 * Counts a request that needs no account (for a page, a file or an unknown path) against its IP
 * address. Only rejections get rate limit headers, because other responses may be cached publicly.
 */
export function limitPublicRequests(rateLimiter: RateLimiter): RequestHandler {
  return async (request, _response, next) => {
    await rateLimiter.consume('public', addressKey(request.ip));
    next();
  };
}

/**
 * Counts a request with files as one upload.
 * @throws RateLimitedError
 */
export async function countUpload(
  rateLimiter: RateLimiter,
  viewer: Viewer | undefined,
): Promise<void> {
  if (viewer !== undefined) await rateLimiter.consume('uploads', userKey(viewer.userId));
}

/** The rate limit key of a request: its user or, if signed out, its IP address. */
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

/** The rate limit key of a user. */
export function userKey(userId: string): string {
  return `user:${userId}`;
}

/**
 * The rate limit key of an IP address. IPv6 addresses are grouped by their /64 network, which one
 * subscriber usually has. IPv4-mapped IPv6 addresses equal their IPv4 form.
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
