import type { Request } from 'express';
import { ForbiddenError } from '../../platform/errors.ts';

const ownSites = new Set(['same-origin', 'none']);

/**
 * Programs say nothing of where they come from; pages of browsers do, and have to be ours.
 * @throws ForbiddenError
 */
export function requireSameOrigin(request: Request, publicUrl: URL): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const isOwnSite = site === undefined || ownSites.has(String(site));
  if (isOwnSite && (origin === undefined || isOwnOrigin(origin, host, publicUrl))) return;
  throw new ForbiddenError('Pages of other sites cannot read this.');
}

/** An instance can be reached by more names than the one it is known by: any that it is asked by. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: URL): boolean {
  return origin === publicUrl.origin || (host !== undefined && URL.parse(origin)?.host === host);
}
