import type { RequestHandler } from 'express';
import { MethodNotAllowedError } from '../../platform/errors.ts';

/** What is known of a route here: its method, and its path as contracts write it. */
interface KnownRoute {
  method: string;
  path: string;
}

/**
 * Comes after the routes: a known path asked with a method that none of them answers. `OPTIONS`
 * gets a list of those there are, and nothing that would let other sites in; the rest is a 405.
 */
export function handleOtherMethods(routes: readonly KnownRoute[]): RequestHandler {
  const known = routes.map(({ method, path }) => ({ method, pattern: toPattern(path) }));
  return (request, response, next) => {
    // One address may belong to several paths, as `/threads/mine` and `/threads/{threadId}`.
    const fitting = known.filter(({ pattern }) => pattern.test(request.path));
    if (fitting.length === 0) {
      next();
      return;
    }
    const methods = listMethods(fitting);
    if (request.method !== 'OPTIONS') throw new MethodNotAllowedError(request.method, methods);
    response.set('Allow', methods.join(', ')).status(204).end();
  };
}

function listMethods(routes: readonly Pick<KnownRoute, 'method'>[]): string[] {
  const methods = new Set(routes.map(({ method }) => method));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
}

/** As the router matches: in any case, with or without a slash at the end. */
function toPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${escaped}/?$`, 'i');
}
