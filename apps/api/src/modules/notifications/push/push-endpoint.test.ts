import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../platform/errors.ts';
import { isAllowedEndpoint, parseEndpoint } from './push-endpoint.ts';

describe('an endpoint', () => {
  it('is the https address of a public host, at port 443', () => {
    const endpoint = 'https://push.example.org/send/abc?x=1';
    expect(parseEndpoint(['*'], endpoint)).toBe(endpoint);
    expect(parseEndpoint(['*'], 'https://8.8.8.8:443/a')).toBe('https://8.8.8.8/a');
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
  ])('%s is rejected although all public hosts are allowed', (endpoint) => {
    expect(() => parseEndpoint(['*'], endpoint)).toThrow(ValidationError);
  });

  it('is at a host of the allowlist', () => {
    const hosts = ['push.example.org', '*.push.example.com'];
    const allowed = (host: string) => isAllowedEndpoint(hosts, new URL(`https://${host}/a`));
    expect(['push.example.org', 'PUSH.example.org', 'web.push.example.com'].map(allowed)).toEqual([
      true,
      true,
      true,
    ]);
    const others = [
      'a.push.example.org',
      'push.example.com',
      'evilpush.example.com',
      'example.org',
    ];
    expect(others.map(allowed)).toEqual([false, false, false, false]);
  });
});
