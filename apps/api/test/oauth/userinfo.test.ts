import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { signInWithApp } from './support.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startTestApi();
  ada = await createUser(api);
});

afterAll(() => api.close());

describe('/oauth/userinfo', () => {
  it('describes the user of the token, also to an app with the scope profile alone', async () => {
    const { auth } = await signInWithApp(api, ada, 'profile');
    const profile = `http://skein.test/profile/${ada.username}`;
    for (const method of ['get', 'post'] as const) {
      const response = await api.request[method]('/oauth/userinfo').set(auth).expect(200);
      expect(response.body).toEqual({
        iss: 'http://skein.test',
        sub: profile,
        name: ada.name,
        preferred_username: ada.username,
        profile,
      });
    }
  });

  it('is in the metadata of the server', async () => {
    const response = await api.request.get('/.well-known/oauth-authorization-server').expect(200);
    expect(response.body).toMatchObject({
      userinfo_endpoint: 'http://skein.test/oauth/userinfo',
      scopes_supported: expect.arrayContaining(['profile']) as unknown,
    });
  });

  it('requires a token with a scope that includes the profile', async () => {
    await api.request.get('/oauth/userinfo').expect(401);
    const { auth } = await signInWithApp(api, ada, 'write');
    await api.request.get('/oauth/userinfo').set(auth).expect(403);
  });
});
