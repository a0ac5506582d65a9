import type { EndpointDefinition, StreamDefinition } from '@skein/contracts/http';
import type { Request, Response } from 'express';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { addressKey, rateLimitHeaders, countRequest } from '../rate-limits/rate-limits.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { noteViewer } from '../middleware/request-context.ts';

/**
 * Whose session an access token belongs to.
 * @throws UnauthenticatedError for a token that is no longer, or never was, good.
 */
export type ResolveViewer = (token: string) => Promise<Viewer>;

/** Who asks, and the token that says so; both undefined where a route is open to everybody. */
export interface Authenticated {
  viewer: Viewer | undefined;
  bearerToken: string | undefined;
}

interface AuthenticateOptions {
  resolveViewer: ResolveViewer;
  rateLimiter: RateLimiter;
  /** Throws for a request that is rejected without counting against a limit. */
  admit?: (viewer: Viewer) => void;
}

/**
 * Finds out who asks, and counts the request against what they may ask. One without a good token
 * counts against its address.
 * @throws UnauthenticatedError
 * @throws RateLimitedError
 */
export async function authenticate(
  route: EndpointDefinition | StreamDefinition,
  { request, response }: { request: Request; response: Response },
  { resolveViewer, rateLimiter, admit }: AuthenticateOptions,
): Promise<Authenticated> {
  const authenticated = await resolve(route, request, resolveViewer).catch(
    async (error: unknown) => {
      if (error instanceof UnauthenticatedError) {
        const status = await rateLimiter.consume('signedOut', addressKey(request.ip));
        if (status !== null) response.set(rateLimitHeaders(status));
      }
      throw error;
    },
  );
  const { viewer } = authenticated;
  if (viewer !== undefined) {
    noteViewer(response, viewer.userId);
    admit?.(viewer);
  }
  await countRequest(rateLimiter, route, { request, response, viewer });
  return authenticated;
}

async function resolve(
  route: EndpointDefinition | StreamDefinition,
  request: Request,
  resolveViewer: ResolveViewer,
): Promise<Authenticated> {
  if (route.auth === 'none') return { viewer: undefined, bearerToken: undefined };
  const bearerToken =
    'cookie' in route ? requireStreamToken(request, route.cookie) : requireBearerToken(request);
  return { viewer: await resolveViewer(bearerToken), bearerToken };
}

const bearer = /^Bearer ([\w.~+/=-]{1,4096})$/i;

/** The access token of the `Authorization` header. The stream's cookie never counts here. */
function requireBearerToken(request: Request): string {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) throw new UnauthenticatedError();
  return token;
}

/** For a stream: that of the header or, where there is none, of the stream's cookie. */
function requireStreamToken(request: Request, cookieName: string): string {
  const { authorization, cookie = '' } = request.headers;
  if (authorization !== undefined) return requireBearerToken(request);
  for (const pair of cookie.split(';')) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === cookieName && value !== '') return value;
  }
  throw new UnauthenticatedError();
}
