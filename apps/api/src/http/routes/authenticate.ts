import type { RoutePolicy, StreamDefinition } from '@skein/contracts/http';
import { includesScope } from '@skein/contracts/scopes';
import type { Request, Response } from 'express';
import { ForbiddenError, UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addressKey, rateLimitHeaders } from '../../platform/rate-limits/rate-limits.ts';
import { countRequest } from '../middleware/count-request.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import { setLoggedViewer } from '../middleware/request-context.ts';

/**
 * Finds the session of an access token.
 * @throws UnauthenticatedError for an invalid or expired token
 */
export type ResolveViewer = (token: string) => Promise<Viewer>;

/** The viewer and their access token; both undefined for requests without authentication. */
export interface Authenticated {
  viewer: Viewer | undefined;
  bearerToken: string | undefined;
}

interface AuthenticateOptions {
  resolveViewer: ResolveViewer;
  rateLimiter: RateLimiter;
  /** May throw to reject a request before it counts against a rate limit. */
  admit?: (viewer: Viewer) => void;
}

/**
 * Authenticates a request and counts it against its rate limit. A request without a valid token
 * counts against its IP address.
 * @throws UnauthenticatedError
 * @throws RateLimitedError
 * @throws ForbiddenError for a client without the scope of the route, and for an account that is frozen or
 *   has moved
 */
export async function authenticate(
  route: RoutePolicy | StreamDefinition,
  { request, response }: { request: Request; response: Response },
  { resolveViewer, rateLimiter, admit }: AuthenticateOptions,
): Promise<Authenticated> {
  const authenticated = await resolve(route, request, resolveViewer).catch(
    async (error: unknown) => {
      if (error instanceof UnauthenticatedError) {
        const { status } = await rateLimiter.consume('signedOut', addressKey(request.ip));
        if (status !== null) response.set(rateLimitHeaders(status));
      }
      throw error;
    },
  );
  const { viewer } = authenticated;
  if (viewer !== undefined) {
    setLoggedViewer(response, viewer.userId);
    admit?.(viewer);
  }
  await countRequest(rateLimiter, route, { request, response, viewer });
  requireScope(route, viewer);
  requirePublishing(route, viewer);
  return authenticated;
}

/**
 * The only place where scopes are enforced. A client cannot use a route that declares no scope.
 * @throws ForbiddenError
 */
export function requireScope(
  { scope }: Pick<RoutePolicy, 'scope'>,
  viewer: Viewer | undefined,
): void {
  if (viewer?.app === undefined) return;
  if (scope !== undefined && includesScope(viewer.app.scopes, scope)) return;
  throw new ForbiddenError('error.app.notPermitted');
}

/**
 * The only place where a frozen account, or one that has moved, is kept from publishing and contacting others.
 * @throws ForbiddenError
 */
function requirePublishing(
  { method, whenFrozen }: Pick<RoutePolicy, 'method' | 'whenFrozen'>,
  viewer: Viewer | undefined,
): void {
  if (method === 'GET' || whenFrozen === 'allowed') return;
  if (viewer?.isFrozen === true) throw new ForbiddenError('error.accountFrozen');
  if (viewer?.hasMoved === true) throw new ForbiddenError('error.accountMoved');
}

async function resolve(
  route: RoutePolicy | StreamDefinition,
  request: Request,
  resolveViewer: ResolveViewer,
): Promise<Authenticated> {
  const isAnonymous = route.auth === 'optional' && request.headers.authorization === undefined;
  if (route.auth === 'none' || isAnonymous) return { viewer: undefined, bearerToken: undefined };
  const bearerToken =
    'cookie' in route ? requireStreamToken(request, route.cookie) : requireBearerToken(request);
  const viewer = await resolveViewer(bearerToken);
  if (viewer.isHandover && !('acceptsHandover' in route)) throw new UnauthenticatedError();
  return { viewer, bearerToken };
}

const bearer = /^Bearer ([\w.~+/=-]{1,4096})$/i;

/** The access token in an `Authorization` header. @throws UnauthenticatedError */
export function readBearerToken(authorization: string | undefined): string {
  const token = bearer.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new UnauthenticatedError();
  return token;
}

/** Reads the access token from the `Authorization` header; the stream cookie is not accepted. */
function requireBearerToken(request: Request): string {
  return readBearerToken(request.headers.authorization);
}

/** Reads the access token of a stream from the header or, without one, from the stream cookie. */
function requireStreamToken(request: Request, cookieName: string): string {
  const { authorization, cookie = '' } = request.headers;
  if (authorization !== undefined) return requireBearerToken(request);
  for (const pair of cookie.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === cookieName && value !== '') return value;
  }
  throw new UnauthenticatedError();
}
