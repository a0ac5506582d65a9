import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let apiWithoutContact: TestApi;

beforeAll(async () => {
  const publicUrl = new URL('https://skein.example');
  api = await startTestApi({
    settings: { publicUrl, securityContact: 'mailto:security@skein.example' },
  });
  apiWithoutContact = await startTestApi();
});
afterAll(() => Promise.all([api.close(), apiWithoutContact.close()]));

it('sends password managers to the security settings', async () => {
  const response = await api.request.get('/.well-known/change-password').expect(302);
  expect(response.headers['location']).toBe('/settings#security');
});

it('publishes the security contact with a date of expiry in the future', async () => {
  const response = await api.request.get('/.well-known/security.txt').expect(200);
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    response.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@skein.example');
  expect(fields.get('Canonical')).toBe('https://skein.example/.well-known/security.txt');
  const days = (Date.parse(fields.get('Expires') ?? '') - api.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it('publishes no security.txt without a contact', async () => {
  await apiWithoutContact.request.get('/.well-known/security.txt').expect(404);
});
