import type { RoutePolicy, LimitName } from '@skein/contracts/http';
import type { Request, RequestHandler, Response } from 'express';
import { addressKey, rateLimitHeaders, userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../platform/viewer.ts';

function findLimitName(
  { limit, auth, method }: RoutePolicy,
  viewer: Viewer | undefined,
): LimitName {
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
  const name = findLimitName(route, viewer);
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
