import type { Request } from 'express';
import { ForbiddenError } from '../../platform/errors.ts';

const allowedFetchSites = new Set(['same-origin', 'none']);

/**
 * Rejects requests of pages from other origins. Clients other than browsers send neither header.
 * @throws ForbiddenError
 */
export function requireSameOrigin(request: Request, publicUrl: URL): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const isAllowedSite = site === undefined || allowedFetchSites.has(String(site));
  if (isAllowedSite && (origin === undefined || isOwnOrigin(origin, host, publicUrl))) return;
  throw new ForbiddenError('error.crossSite');
}

/** The request's host is accepted too, because an instance may have more names than `PUBLIC_URL`. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: URL): boolean {
  return origin === publicUrl.origin || (host !== undefined && URL.parse(origin)?.host === host);
}
