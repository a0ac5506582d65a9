import { createRestAPIClient } from 'masto';
import type { mastodon } from 'masto';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';
import { signInWithApp } from '../oauth/support.ts';

/** A client of masto.js that is signed in with an app. */
export async function signInWithMasto(api: TestApi, as: User): Promise<mastodon.rest.Client> {
  const { token } = await signInWithApp(api, as);
  return createRestAPIClient({ url: `http://127.0.0.1:${api.port}`, accessToken: token });
}
