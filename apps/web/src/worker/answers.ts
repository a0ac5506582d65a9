import { openKeptAnswers } from '../lib/kept-answers.ts';

const currentUser = '/api/users/me';
const feed = '/api/threads';

/** Whether an answer is worth keeping: who one is, and the newest page of a feed. */
export function isKept({ pathname, searchParams }: URL): boolean {
  if (pathname === currentUser) return true;
  return pathname === feed && searchParams.has('feed') && !searchParams.has('cursor');
}

/** The answer of the server; without a connection the last one that the same session got. */
export async function answerOrRecall(request: Request): Promise<Response> {
  const key = await keyOf(request);
  try {
    const answer = await fetch(request);
    if (answer.ok) {
      const cache = await openKeptAnswers();
      await cache.put(key, answer.clone());
    }
    return answer;
  } catch (error) {
    const cache = await openKeptAnswers();
    const kept = await cache.match(key, { ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

/** What one session was told is never recalled for another. */
async function keyOf({ url, headers }: Request): Promise<string> {
  const token = new TextEncoder().encode(headers.get('Authorization') ?? '');
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token));
  const session = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const key = new URL(url);
  key.searchParams.set('session', session);
  return key.href;
}
