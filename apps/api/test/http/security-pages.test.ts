import { afterAll, beforeAll, expect, it } from 'vitest';
import { noMetrics } from '../../src/platform/metrics.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
let apiWithoutContact: TestApi;
const violations: string[] = [];

beforeAll(async () => {
  const publicUrl = new URL('https://skein.example');
  api = await startTestApi({
    settings: {
      publicUrl,
      securityContact: 'mailto:security@skein.example',
      metrics: { ...noMetrics, cspViolation: (directive) => void violations.push(directive) },
    },
  });
  apiWithoutContact = await startTestApi();
});
afterAll(() => Promise.all([api.close(), apiWithoutContact.close()]));

it('sends password managers to the security settings', async () => {
  const response = await api.request.get('/.well-known/change-password').expect(302);
  expect(response.headers['location']).toBe('/settings#password');
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

it('denies device features, and names the address for reports', async () => {
  const { headers } = await api.request.get('/.well-known/change-password');
  expect(headers['permissions-policy']).toMatch(
    /camera=\(\).*geolocation=\(\).*microphone=\(self\)/,
  );
  expect(headers['reporting-endpoints']).toBe('csp="/csp-reports"');
  expect(headers['content-security-policy']).toContain('report-uri /csp-reports;report-to csp');
});

it('counts the directives of CSP reports and nothing else', async () => {
  const report = (type: string, body: unknown) =>
    api.request
      .post('/csp-reports')
      .set('Content-Type', type)
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const [legacy, current] = ['application/csp-report', 'application/reports+json'];
  const violation = (effectiveDirective: string) => ({
    type: 'csp-violation',
    url: 'https://skein.example/private',
    body: { effectiveDirective, sample: 'private' },
  });
  await report(legacy, { 'csp-report': { 'violated-directive': "img-src 'self'" } }).expect(204);
  await report(current, [violation('script-src-elem'), violation('private')]).expect(204);
  await report(
    current,
    Array.from({ length: 300 }, () => violation('font-src')),
  ).expect(204);
  const invalid: [string, unknown][] = [
    [legacy, '{'],
    [legacy, { 'csp-report': 'x' }],
    [current, [null]],
    [current, 'x'.repeat(100_000)],
    ['application/json', { 'csp-report': {} }],
  ];
  for (const [type, body] of invalid) await report(type, body).expect(400);
  expect(Object.fromEntries(Map.groupBy(violations, String))).toMatchObject({
    'img-src': { length: 1 },
    'script-src-elem': { length: 1 },
    other: { length: 1 },
    'font-src': { length: 100 },
  });
  expect(violations).toHaveLength(103);
});

it('publishes no security.txt without a contact', async () => {
  await apiWithoutContact.request.get('/.well-known/security.txt').expect(404);
});
