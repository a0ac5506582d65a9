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

/** The email address of the administrator of the journeys' server. */
export const administratorEmail = 'administrator@example.org';

/** A user with a unique email address. */
export function buildUser(firstName = 'Ada'): User {
  const unique = randomBytes(5).toString('hex');
  return {
    firstName,
    lastName: 'Lovelace',
    email: `${firstName.toLowerCase()}.${unique}@example.org`,
    password: 'analytical engine',
  };
}

/** Registers a user through the API, for journeys about something else. */
export async function registerUser(
  request: APIRequestContext,
  newUser: User = buildUser(),
): Promise<Account> {
  const response = await request.post('/api/auth/register', {
    data: { ...newUser, confirmPassword: newUser.password },
  });
  if (!response.ok()) throw new Error(`Registration failed: ${await response.text()}`);
  // Only the token and the user of the response are needed.
  const { token, user } = (await response.json()) as Pick<Account, 'token' | 'user'>;
  return { ...newUser, token, user };
}

/**
 * Signs the browser in as the account and opens a screen, by default the Following feed. The other feed
 * contains threads of journeys that run at the same time.
 */
export async function signInAs(
  page: Page,
  { token, user }: Account,
  screen = '/feed?feed=following',
): Promise<void> {
  // Signing in also sets the cookie of the event stream.
  const headers = { Authorization: `Bearer ${token}` };
  const response = await page.request.post('/api/auth/session', { headers });
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
  // A file of the same origin, because loading a screen of the app takes long.
  await page.goto('/robots.txt');
  await page.evaluate(
    (session) => {
      localStorage.setItem('access_token', session.token);
      localStorage.setItem('user', JSON.stringify(session.user));
    },
    { token, user },
  );
  await page.goto(screen);
}

/** Follows an account through the API. */
export async function follow(
  request: APIRequestContext,
  by: Account,
  { user }: Account,
): Promise<void> {
  const response = await request.post(`/api/users/${user.id}/follow-request`, {
    headers: { Authorization: `Bearer ${by.token}` },
  });
  if (!response.ok()) throw new Error(`Following failed: ${await response.text()}`);
}

/** Creates a list with one member through the API and returns its id. */
export async function createList(
  request: APIRequestContext,
  by: Account,
  { user }: Account,
): Promise<string> {
  const headers = { Authorization: `Bearer ${by.token}` };
  const created = await request.post('/api/lists', { headers, data: { name: 'Friends' } });
  const { id } = (await created.json()) as { id: string };
  const added = await request.put(`/api/lists/${id}/members/${user.id}`, { headers });
  if (!added.ok()) throw new Error(`The list failed: ${await added.text()}`);
  return id;
}

/** Bookmarks a thread in a new folder through the API and returns the folder's id. */
export async function createFolder(
  request: APIRequestContext,
  by: Account,
  threadId: string,
): Promise<string> {
  const headers = { Authorization: `Bearer ${by.token}` };
  const created = await request.post('/api/bookmark-folders', { headers, data: { name: 'Later' } });
  const { id } = (await created.json()) as { id: string };
  const data = { folderId: id };
  const saved = await request.put(`/api/threads/${threadId}/bookmark`, { headers, data });
  if (!saved.ok()) throw new Error(`The folder failed: ${await saved.text()}`);
  return id;
}

/** Publishes a thread through the API and returns its id. */
export async function postThread(
  request: APIRequestContext,
  account: Account,
  content: string,
  fields: { parentThreadId?: string; poll?: string } = {},
): Promise<string> {
  const response = await request.post('/api/threads', {
    headers: { Authorization: `Bearer ${account.token}` },
    multipart: { content, ...fields },
  });
  if (!response.ok()) throw new Error(`Posting failed: ${await response.text()}`);
  // Only the id of the response is needed.
  const { id } = (await response.json()) as { id: string };
  return id;
}

/** Publishes a quote of a thread through the API and returns its id. */
export async function quoteThread(
  request: APIRequestContext,
  account: Account,
  quotedThreadId: string,
): Promise<string> {
  const response = await request.post('/api/threads/quote-repost', {
    headers: { Authorization: `Bearer ${account.token}` },
    multipart: { content: 'A quote', quotedThreadId },
  });
  if (!response.ok()) throw new Error(`Quoting failed: ${await response.text()}`);
  // Only the id of the response is needed.
  const { id } = (await response.json()) as { id: string };
  return id;
}
