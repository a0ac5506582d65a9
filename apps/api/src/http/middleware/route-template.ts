import type { Request } from 'express';

/**
 * The route of a handled request for logs and metrics, such as `/api/threads/:threadId`. Never the
 * URL, which may contain usernames, search terms or file keys and has unlimited values.
 */
export function getRouteTemplate({ originalUrl, route }: Request): string {
  const [, top = ''] = originalUrl.split(/[/?]/, 2);
  if (top === 'media') return '/media';
  // Typed as `any`; undefined for an unknown path.
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  // The OAuth endpoints; pages have no route.
  if (top !== 'api') return typeof path === 'string' ? path : 'site';
  return typeof path === 'string' ? `/api${path}` : '/api/unknown';
}
