import type { RequestHandler } from 'express';
import { MethodNotAllowedError } from '../../platform/errors.ts';

/** A route's method and its path in the notation of contracts. */
interface RoutePattern {
  method: string;
  path: string;
}

/**
 * Comes after the routes and handles methods that a known path does not support. `OPTIONS` lists the
 * supported methods, without CORS headers. All other methods get a 405.
 */
export function handleOtherMethods(routes: readonly RoutePattern[]): RequestHandler {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: toPattern(path) }));
  return (request, response, next) => {
    // A path may match several routes, such as `/threads/mine` and `/threads/{threadId}`.
    const matching = patterns.filter(({ pattern }) => pattern.test(request.path));
    if (matching.length === 0) {
      next();
      return;
    }
    const methods = listMethods(matching);
    if (request.method !== 'OPTIONS') throw new MethodNotAllowedError(request.method, methods);
    response.set('Allow', methods.join(', ')).status(204).end();
  };
}

function listMethods(routes: readonly Pick<RoutePattern, 'method'>[]): string[] {
  const methods = new Set(routes.map(({ method }) => method));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** Ignores case and a trailing slash, as the router does. */
function toPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`, 'i');
}
