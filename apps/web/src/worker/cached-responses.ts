import { getCacheKey, openCachedResponses } from '../lib/cached-responses.ts';

const currentUserPath = '/api/users/me';
const feedPath = '/api/threads';

/** Whether the response to this request is cached: the current user, and the first page of a feed. */
export function isCachedResponse({ pathname, searchParams }: URL): boolean {
  if (pathname === currentUserPath) return true;
  return pathname === feedPath && searchParams.has('feed') && !searchParams.has('cursor');
}

/** The server's response; without a connection the last one that the same session received. */
export async function respondFromServerOrCache(request: Request): Promise<Response> {
  const key = await getCacheKey(request);
  try {
    const response = await fetch(request);
    if (response.ok) {
      const cache = await openCachedResponses();
      await cache.put(key, response.clone());
    }
    return response;
  } catch (error) {
    const cache = await openCachedResponses();
    const cached = await cache.match(key, { ignoreVary: true });
    if (!cached) throw error;
    return cached;
  }
}
