import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** A registered user. */
export interface User {
  id: string;
  token: string;
}

/** One open event stream. */
export interface Listener {
  /** Waits for a message with this text. */
  hear(words: string, timeoutMs: number): Promise<void>;
  close(): void;
}

const lookEveryMs = 5;

export async function register(url: string, name: string): Promise<User> {
  const password = 'correct horse battery';
  const answer = await post(`${url}/api/auth/register`, {
    firstName: name,
    lastName: 'Test',
    email: `${name.toLowerCase()}@example.org`,
    password,
    confirmPassword: password,
  });
  assert.equal(answer.status, 201);
  // Only a part of the response is needed.
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  return { id: user.id, token };
}

/** Opens a user's event stream and waits for its first event. */
export async function listen(url: string, { token }: User): Promise<Listener> {
  const closing = new AbortController();
  const answer = await fetch(`${url}/api/chat/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  assert.equal(answer.status, 200);
  assert(answer.body !== null);
  let heard = '';
  const decoder = new TextDecoder();
  const reading = (async (body: AsyncIterable<Uint8Array>) => {
    for await (const bytes of body) heard += decoder.decode(bytes, { stream: true });
  })(answer.body);
  // Closing it causes an error.
  reading.catch(() => undefined);
  const listener: Listener = {
    async hear(words, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (!heard.includes(words)) {
        assert(Date.now() < deadline, `"${words}" did not come within ${timeoutMs} ms`);
        await sleep(lookEveryMs);
      }
    },
    close: () => closing.abort(),
  };
  await listener.hear('event: connected', 5000);
  return listener;
}

/** Sends a message and returns the milliseconds until a listener receives it. */
export async function timeMessage(
  url: string,
  { from, to, words }: { from: User; to: User; words: string },
  { listener, timeoutMs }: { listener: Listener; timeoutMs: number },
): Promise<number> {
  const began = Date.now();
  const [answer] = await Promise.all([
    post(`${url}/api/chat/send`, { receiverId: to.id, content: words }, from),
    listener.hear(words, timeoutMs),
  ]);
  assert.equal(answer.status, 201);
  return Date.now() - began;
}

/** Sends JSON, optionally as a signed-in user. */
export function post(
  url: string,
  body: object,
  as?: User,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const authorization = as === undefined ? {} : { Authorization: `Bearer ${as.token}` };
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization, ...headers },
    body: JSON.stringify(body),
  });
}
