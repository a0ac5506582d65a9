import { describe, expect, it } from 'vitest';
import { findKnownFault, findLicenseFault } from './rules.ts';

const check = (license: unknown, name = 'some') =>
  findLicenseFault({ name, version: '1.0.0', license });

describe('a license', () => {
  it.each([
    'MIT',
    '(MIT AND Zlib)',
    '(GPL-3.0-only OR MIT)',
    { type: 'ISC', url: 'https://license.example' },
    [{ type: 'GPL-2.0-only' }, { type: 'MIT' }],
  ])('is accepted: %j', (license) => {
    expect(check(license)).toBeNull();
  });

  it.each(['GPL-3.0-only', 'MIT AND AGPL-3.0-only', 'SEE LICENSE IN LICENSE', 'UNLICENSED', ''])(
    'is rejected if it is not allowed: %j',
    (license) => {
      expect(check(license)).toBe(`some@1.0.0 has the license ${license}, which is not allowed`);
    },
  );

  it.each([undefined, null, 7, [], {}])('is rejected if missing: %j', (license) => {
    expect(check(license)).toBe('some@1.0.0 has no license');
  });

  it('of an exception is accepted for that package only while it is unchanged', () => {
    expect(check('MPL-2.0', 'lightningcss-linux-arm64-gnu')).toBeNull();
    expect(check('GPL-3.0-only', 'lightningcss')).not.toBeNull();
    expect(check('MPL-2.0')).not.toBeNull();
  });
});

describe('a version', () => {
  it.each([
    ['event-stream', '3.3.6'],
    ['jsonwebtoken', '8.5.1'],
    ['multer', '2.0.1'],
    ['sharp', '0.9.99'],
    ['ws', '8.17.0'],
    ['ws', '7.5.9'],
  ])('is rejected if it is known to be bad: %s %s', (name, version) => {
    expect(findKnownFault({ name, version })).toContain(`${name}@${version}: `);
  });

  it.each([
    ['event-stream', '3.3.5'],
    ['jsonwebtoken', '9.0.0'],
    ['multer', '2.0.10'],
    ['sharp', '1.0.0-rc.1'],
    ['express', '5.0.0'],
    ['ws', '7.5.10'],
  ])('is accepted: %s %s', (name, version) => {
    expect(findKnownFault({ name, version })).toBeNull();
  });
});
