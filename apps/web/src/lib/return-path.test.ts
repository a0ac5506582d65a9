import { describe, expect, it } from 'vitest';
import { isOwnPath } from './return-path.ts';

describe('isOwnPath', () => {
  it.each(['/thread/1', '/search?q=wool#top', '/profile/ada.lovelace', '/hashtag/caf%C3%A9'])(
    'accepts %s',
    (path) => expect(isOwnPath(path)).toBe(true),
  );

  it.each([
    'https://example.org/',
    '//example.org',
    '/\\example.org',
    '/\t/example.org',
    '/..//example.org',
    '/.//example.org',
    '//',
    'javascript:alert(1)',
    'thread/1',
    '',
  ])('rejects %j', (path) => expect(isOwnPath(path)).toBe(false));
});
