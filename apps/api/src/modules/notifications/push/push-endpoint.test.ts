import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../platform/errors.ts';
import type { Database } from '@skein/db';
import { isAllowedEndpoint, parseEndpoint } from './push-endpoint.ts';

/** No host was allowed by an administrator. */
const database = {
  pushHost: { count: () => Promise.resolve(0) },
  execute: () => Promise.resolve(0),
} as unknown as Database;
const given = (...pushHosts: string[]) => ({ database, pushHosts });

describe('an endpoint', () => {
  it('is the https address of a public host, at port 443', async () => {
    const endpoint = 'https://push.example.org/send/abc?x=1';
    expect(await parseEndpoint(given('*'), endpoint)).toBe(endpoint);
    expect(await parseEndpoint(given('*'), 'https://8.8.8.8:443/a')).toBe('https://8.8.8.8/a');
  });

  it.each([
    'x',
    'http://push.example.org/',
    'https://push.example.org:8443/',
    'https://push.example.org:22/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@push.example.org/',
    'https://localhost/',
    'https://push.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    `https://push.example.org/${'a'.repeat(2000)}`,
  ])('%s is rejected although all public hosts are allowed', async (endpoint) => {
    await expect(parseEndpoint(given('*'), endpoint)).rejects.toThrow(ValidationError);
  });

  it('is at a host of the allowlist', async () => {
    const hosts = given('push.example.org', '*.push.example.com');
    const allowed = (names: string[]) =>
      Promise.all(names.map((name) => isAllowedEndpoint(hosts, new URL(`https://${name}/a`))));
    const names = ['push.example.org', 'PUSH.example.org', 'web.push.example.com'];
    expect(await allowed(names)).toEqual([true, true, true]);
    const others = [
      'a.push.example.org',
      'push.example.com',
      'evilpush.example.com',
      'example.org',
    ];
    expect(await allowed(others)).toEqual([false, false, false, false]);
  });
});
