import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';

export interface User {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Account extends User {
  token: string;
  user: { id: string; username: string; name: string };
}

/** Who has registered with it and proven it administers the server of the journeys. */
export const administratorEmail = 'administrator@example.org';

/** Somebody nobody else in the run is. */
export function inventUser(firstName = 'Ada'): User {
  const unique = randomBytes(5).toString('hex');
  return {
    firstName,
    lastName: 'Lovelace',
    email: `${firstName.toLowerCase()}.${unique}@example.org`,
    password: 'analytical engine',
  };
}

/** Registers somebody without the browser, for journeys that are about something else. */
export async function registerUser(
  request: APIRequestContext,
  person: User = inventUser(),
): Promise<Account> {
  const answer = await request.post('/api/auth/register', {
    data: { ...person, confirmPassword: person.password },
  });
  if (!answer.ok()) throw new Error(`Registration failed: ${await answer.text()}`);
  // The contract's answer, of which a journey needs the token and the user.
  const { token, user } = (await answer.json()) as Pick<Account, 'token' | 'user'>;
  return { ...person, token, user };
}

/**
 * Makes the browser that of the account, as its sign-in would have, at the feed of those it follows:
 * in the other one stands whatever the journeys beside this one post meanwhile.
 */
export async function enterAs(page: Page, { token, user }: Account): Promise<void> {
  await page.goto('/login');
  await page.evaluate(
    async (session) => {
      localStorage.setItem('access_token', session.token);
      localStorage.setItem('user', JSON.stringify(session.user));
      // The cookie of the event stream, which a sign-in gives along.
      const headers = { Authorization: `Bearer ${session.token}` };
      await fetch('/api/auth/session', { method: 'POST', headers });
    },
    { token, user },
  );
  await page.goto('/feed?feed=following');
}

/** Lets one account follow another without the browser. */
export async function follow(
  request: APIRequestContext,
  by: Account,
  { user }: Account,
): Promise<void> {
  const answer = await request.post(`/api/users/${user.id}/follow-request`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  if (!answer.ok()) throw new Error(`Following failed: ${await answer.text()}`);
}

/** Publishes a thread without the browser, and answers with its id. */
export async function postThread(
  request: APIRequestContext,
  account: Account,
  content: string,
  fields: { parentThreadId?: string; poll?: string } = {},
): Promise<string> {
  const answer = await request.post('/api/threads', {
    headers: { Authorization: `Bearer ${account.token}` },
    multipart: { content, ...fields },
  });
  if (!answer.ok()) throw new Error(`Posting failed: ${await answer.text()}`);
  // The contract's answer, of which a journey needs the id.
  const { id } = (await answer.json()) as { id: string };
  return id;
}
