import type { LoadRequest } from '../api/load.ts';

/**
 * Adds the cookie with the position of the latest write, as a browser does. Without it, the server asks the
 * primary for its position before each read.
 */
export async function withPositions(
  origin: string,
  requests: readonly LoadRequest[],
  cookies: Map<string, string>,
): Promise<LoadRequest[]> {
  const result: LoadRequest[] = [];
  for (const request of requests) {
    const { authorization = '' } = request.headers;
    const cookie = cookies.get(authorization) ?? (await receiveCookie(origin, authorization));
    cookies.set(authorization, cookie);
    result.push({ ...request, headers: { ...request.headers, cookie } });
  }
  return result;
}

/** Active users send requests more often than servers forget their sessions. */
export async function cacheSessions(
  origins: readonly string[],
  requests: readonly LoadRequest[],
): Promise<void> {
  const users = [...new Set(requests.map(({ headers }) => headers['authorization'] ?? ''))];
  for (const origin of origins) {
    await Promise.all(users.map((authorization) => read(origin, authorization)));
  }
}

async function receiveCookie(origin: string, authorization: string): Promise<string> {
  const response = await read(origin, authorization);
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('skein_position='));
  if (cookie === undefined) throw new Error(`A read returned ${response.status} and no position.`);
  return cookie.split(';', 1)[0] ?? '';
}

async function read(origin: string, authorization: string): Promise<Response> {
  const response = await fetch(`${origin}/api/chat/unread-count`, { headers: { authorization } });
  await response.arrayBuffer();
  return response;
}
