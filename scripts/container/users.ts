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
  waitForText(text: string, timeoutMs: number): Promise<void>;
  close(): void;
}

const pollIntervalMs = 5;

export async function register(url: string, name: string): Promise<User> {
  const password = 'correct horse battery';
  const response = await post(`${url}/api/auth/register`, {
    firstName: name,
    lastName: 'Test',
    email: `${name.toLowerCase()}@example.org`,
    password,
    confirmPassword: password,
  });
  assert.equal(response.status, 201);
  // The caller needs only a part of the response.
  const { token, user } = (await response.json()) as { token: string; user: { id: string } };
  return { id: user.id, token };
}

/** Opens a user's event stream and waits for its first event. */
export async function listen(url: string, { token }: User): Promise<Listener> {
  const closing = new AbortController();
  const response = await fetch(`${url}/api/chat/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  assert.equal(response.status, 200);
  assert(response.body !== null);
  let received = '';
  const decoder = new TextDecoder();
  const reading = (async (body: AsyncIterable<Uint8Array>) => {
    for await (const bytes of body) received += decoder.decode(bytes, { stream: true });
  })(response.body);
  // Closing it causes an error.
  reading.catch(() => undefined);
  const listener: Listener = {
    async waitForText(text, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      while (!received.includes(text)) {
        assert(Date.now() < deadline, `"${text}" did not arrive within ${timeoutMs} ms`);
        await sleep(pollIntervalMs);
      }
    },
    close: () => closing.abort(),
  };
  await listener.waitForText('event: connected', 5000);
  return listener;
}

/** Sends a message and returns the milliseconds until a listener receives it. */
export async function timeMessage(
  url: string,
  { from, to, text }: { from: User; to: User; text: string },
  { listener, timeoutMs }: { listener: Listener; timeoutMs: number },
): Promise<number> {
  const startedAt = Date.now();
  const [response] = await Promise.all([
    post(`${url}/api/chat/send`, { receiverId: to.id, content: text }, from),
    listener.waitForText(text, timeoutMs),
  ]);
  assert.equal(response.status, 201);
  return Date.now() - startedAt;
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
