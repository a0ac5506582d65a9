import { createHash, randomBytes } from 'node:crypto';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';

export const redirectUri = 'https://client.example/callback';

export interface RegisteredApp {
  client_id: string;
  client_secret: string;
}

export async function createApp(
  api: TestApi,
  fields: Record<string, unknown> = {},
): Promise<RegisteredApp> {
  const body = {
    client_name: 'A client',
    redirect_uris: redirectUri,
    scopes: 'read write follow push',
    ...fields,
  };
  const response = await api.request.post('/api/v1/apps').send(body).expect(200);
  return response.body as RegisteredApp;
}

/** The user grants what the app asks for; returns the code. */
export async function grant(
  api: TestApi,
  as: User,
  app: RegisteredApp,
  parameters: Record<string, unknown> = {},
): Promise<string> {
  const redirect = await decide(api, as, app, parameters);
  return redirect.searchParams.get('code') ?? '';
}

export async function decide(
  api: TestApi,
  as: User,
  app: RegisteredApp,
  parameters: Record<string, unknown> = {},
): Promise<URL> {
  const response = await api.request
    .post('/api/oauth/authorization')
    .set(as.auth)
    .send({
      response_type: 'code',
      client_id: app.client_id,
      redirect_uri: redirectUri,
      scope: 'read write follow push',
      isGranted: true,
      ...parameters,
    })
    .expect(200);
  return new URL((response.body as { redirectUri: string }).redirectUri, 'http://relative.test');
}

export function exchange(api: TestApi, app: RegisteredApp, fields: Record<string, unknown>) {
  const { client_id, client_secret } = app;
  const grantFields = { grant_type: 'authorization_code', redirect_uri: redirectUri };
  return api.request
    .post('/oauth/token')
    .type('form')
    .send({ client_id, client_secret, ...grantFields, ...fields });
}

export interface AppSession {
  app: RegisteredApp;
  token: string;
  auth: { Authorization: string };
}

/** Registers an app and signs the user in to it. */
export async function signInWithApp(
  api: TestApi,
  as: User,
  scope = 'read write follow push',
): Promise<AppSession> {
  const app = await createApp(api, { scopes: scope });
  const code = await grant(api, as, app, { scope });
  const response = await exchange(api, app, { code }).expect(200);
  const { access_token: token } = response.body as { access_token: string };
  return { app, token, auth: { Authorization: `Bearer ${token}` } };
}

export function newPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
