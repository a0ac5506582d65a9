import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  addListMember,
  createBookmarkFolder,
  createThread,
  createUserList,
  exchangeSession,
  followUser,
  quoteRepost,
  register,
  saveBookmark,
} from '@skein/client';
import type { CreateThreadData } from '@skein/client';
import { createApiClient } from './client.ts';

export interface User {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

export interface Account extends User {
  token: string;
  user: { id: string; username: string; name: string };
  /** The URL of the account's server, by default the server of the journeys. */
  instance?: string;
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
  instance?: string,
): Promise<Account> {
  const session = await register({
    client: createApiClient(request, undefined, instance),
    body: { ...newUser, confirmPassword: newUser.password },
  });
  if (!('token' in session)) throw new Error('The registration is waiting for approval.');
  const account = { ...newUser, token: session.token, user: session.user };
  return instance === undefined ? account : { ...account, instance };
}

/**
 * Signs the browser in as the account and opens a screen, by default the Following feed. The other feed
 * contains threads of journeys that run at the same time.
 */
export async function signInAs(
  page: Page,
  { token, user, instance }: Account,
  screen = '/feed?feed=following',
): Promise<void> {
  // Signing in also sets the cookie of the event stream.
  await exchangeSession({ client: createApiClient(page.request, token, instance) });
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
  await followUser({ client: createApiClient(request, by.token), path: { userId: user.id } });
}

/** Creates a list with one member through the API and returns its id. */
export async function createList(
  request: APIRequestContext,
  by: Account,
  { user }: Account,
): Promise<string> {
  const client = createApiClient(request, by.token);
  const { id } = await createUserList({ client, body: { name: 'Friends' } });
  await addListMember({ client, path: { listId: id, userId: user.id } });
  return id;
}

/** Bookmarks a thread in a new folder through the API and returns the folder's id. */
export async function createFolder(
  request: APIRequestContext,
  by: Account,
  threadId: string,
): Promise<string> {
  const client = createApiClient(request, by.token);
  const { id } = await createBookmarkFolder({ client, body: { name: 'Later' } });
  await saveBookmark({ client, path: { threadId }, body: { folderId: id } });
  return id;
}

/** Publishes a thread through the API and returns its id. */
export async function postThread(
  request: APIRequestContext,
  account: Account,
  content: string,
  fields: Pick<CreateThreadData['body'], 'parentThreadId' | 'poll'> = {},
): Promise<string> {
  const client = createApiClient(request, account.token, account.instance);
  const { id } = await createThread({ client, body: { content, ...fields } });
  return id;
}

/** Publishes a quote of a thread through the API and returns its id. */
export async function quoteThread(
  request: APIRequestContext,
  account: Account,
  quotedThreadId: string,
): Promise<string> {
  const client = createApiClient(request, account.token);
  const { id } = await quoteRepost({ client, body: { content: 'A quote', quotedThreadId } });
  return id;
}
