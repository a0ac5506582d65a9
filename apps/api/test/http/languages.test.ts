import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
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
])('answers an error to Accept-Language "%s" with "%s"', async (language, message) => {
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
      'Ein Passwort braucht mindestens 8 Zeichen.',
    ]),
  );
  expect(message).toBe(errors[0]?.message);
});
