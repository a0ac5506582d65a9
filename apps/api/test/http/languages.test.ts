import { locales, sourceLocale } from '@skein/messages';
import { serverCatalogs } from '@skein/messages/server';
import type { ErrorBody } from '@skein/contracts/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { listDeclaredRoutes } from './declared-routes.ts';

let api: TestApi;

beforeAll(async () => {
  // One address sends requests to every route.
  api = await startTestApi({ limits: 'off' });
});

afterAll(() => api.close());

const login = (language: string) =>
  api.request
    .post('/api/auth/login')
    .set('Accept-Language', language)
    .send({ email: 'nobody@example.org', password: 'wrong password' });

it.each([
  ['de', 'E-Mail-Adresse oder Passwort ist falsch.'],
  ['de-AT,en;q=0.5', 'E-Mail-Adresse oder Passwort ist falsch.'],
  ['fr, en-GB;q=0.8, de;q=0.5', 'Invalid email or password.'],
  ['xx', 'Invalid email or password.'],
])('returns an error for Accept-Language "%s" with the message "%s"', async (language, message) => {
  const response = await login(language).expect(401);
  expect(response.body).toMatchObject({ code: 'invalid_credentials', message });
});

it('translates the errors of the fields too', async () => {
  const response = await api.request
    .post('/api/auth/register')
    .set('Accept-Language', 'de')
    .send({ firstName: 'Ada', email: 'ada', password: 'short', confirmPassword: 'short' })
    .expect(400);
  const { message, errors } = response.body as { message: string; errors: { message: string }[] };
  expect(errors.map((error) => error.message)).toEqual(
    expect.arrayContaining([
      'Bitte gib eine gültige E-Mail-Adresse ein.',
      'Passwörter müssen mindestens 8 Zeichen lang sein.',
    ]),
  );
  expect(message).toBe(errors[0]?.message);
});

it.each([
  ['de', 'Dir gefällt dieser Thread.'],
  ['fr', 'You like this thread.'],
])('describes a success to Accept-Language "%s" as "%s"', async (language, message) => {
  const ada = await createUser(api);
  const thread = await publish(api, ada, { fields: { content: 'Words' } });
  const response = await api.request
    .post(`/api/threads/${thread.id}/like`)
    .set(ada.auth)
    .set('Accept-Language', language)
    .expect(200);
  expect(response.body).toEqual({ success: true, message, isLiked: true, likesCount: 1 });
});

it('does not translate a name within a message', async () => {
  const response = await api.request
    .post('/api/auth/register')
    .set('Accept-Language', 'de')
    .send({
      firstName: 'The',
      lastName: 'text',
      email: 'the-text@example.org',
      password: 'a long enough password',
      confirmPassword: 'a long enough password',
    })
    .expect(201);
  expect(response.body).toMatchObject({ message: 'Willkommen bei Skein, The text!' });
});

it('keeps the content of a thread that equals a message', async () => {
  const ada = await createUser(api);
  const content = 'You like this thread.';
  const response = await api.request
    .post('/api/threads')
    .set(ada.auth)
    .set('Accept-Language', 'de')
    .field({ content })
    .expect(201);
  expect(response.body).toMatchObject({ content });
});

/** Matches the texts of a message with any values. An English text that is no message is in no other catalog. */
const catalogs = locales
  .filter((locale) => locale !== sourceLocale)
  .map((locale) => {
    const patterns = Object.entries(serverCatalogs[locale])
      .filter(([key]) => key.startsWith('error.'))
      .map(([, message]) => {
        const nodes: readonly unknown[] = typeof message === 'string' ? [message] : message;
        const source = nodes.map((node) => (typeof node === 'string' ? RegExp.escape(node) : '.+'));
        return new RegExp(`^${source.join('')}$`, 's');
      });
    return { locale, isMessage: (text: string) => patterns.some((pattern) => pattern.test(text)) };
  });

it.each(catalogs)(
  'every error response in the language "$locale" is a message of its catalog',
  async ({ locale, isMessage }) => {
    // Event streams do not end.
    const routes = (await listDeclaredRoutes()).filter(({ id }) => !id.startsWith('stream'));
    const texts: string[] = [];
    let user = await createUser(api);
    for (const { method, path } of routes) {
      const address = `http://127.0.0.1:${api.port}/api${path.replaceAll(/\{\w+\}/g, 'nothing')}`;
      const request = async (auth: object): Promise<number> => {
        const headers = { ...auth, 'Accept-Language': locale, 'Content-Type': 'application/json' };
        const body = method === 'GET' ? null : '{}';
        const response = await fetch(address, { method, headers, body });
        if (response.ok) await response.body?.cancel();
        else {
          const { message, errors } = (await response.json()) as ErrorBody;
          texts.push(message, ...(errors ?? []).map((error) => error.message));
        }
        return response.status;
      };
      await request({});
      if ((await request(user.auth)) === 401) {
        // A route before has ended the session.
        user = await createUser(api);
        await request(user.auth);
      }
    }
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.filter((text) => !isMessage(text))).toEqual([]);
  },
);
