import { describe, expect, it } from 'vitest';
import { describeRedirectTarget, isAllowedRedirectUri } from './redirect-uris.policy.ts';

describe('a redirect URI', () => {
  it.each([
    'https://client.example/callback',
    'https://client.example/callback?instance=a',
    'http://localhost:3000/callback',
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
    'com.example.app:/callback',
    'tusky://oauth',
    'urn:ietf:wg:oauth:2.0:oob',
  ])('may be %s', (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(true);
  });

  it.each([
    '',
    'callback',
    '//client.example/callback',
    'http://client.example/callback',
    'http://localhost.example/callback',
    'https://client.example/callback#fragment',
    'https://user:password@client.example/',
    'https://client.example\\@other.example/',
    'https://client.example/a b',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'urn:ietf:wg:oauth:2.0:oob:auto',
  ])('may not be "%s"', (uri) => {
    expect(isAllowedRedirectUri(uri)).toBe(false);
  });

  it.each([
    ['https://client.example:8443/callback', 'client.example:8443'],
    ['com.example.app:/callback', 'com.example.app'],
    ['urn:ietf:wg:oauth:2.0:oob', null],
  ])('%s is described as %s', (uri, target) => {
    expect(describeRedirectTarget(uri)).toBe(target);
  });
});
