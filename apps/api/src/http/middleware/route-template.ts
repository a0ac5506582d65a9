import type { Request } from 'express';

/**
 * What a request that was answered asked for, as `/api/threads/:threadId`. Never its address: that
 * may name a person, hold their words or open a file, and there are endlessly many.
 */
export function routeTemplateOf({ originalUrl, route }: Request): string {
  const [, top = ''] = originalUrl.split(/[/?]/, 2);
  if (top === 'media') return '/media';
  if (top !== 'api') return 'site';
  // Typed as anything, and not there at all for an unknown path.
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? `/api${path}` : '/api/unknown';
}
