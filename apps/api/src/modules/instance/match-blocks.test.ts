import { describe, expect, it } from 'vitest';
import {
  createRangeMatcher,
  listDomains,
  normalizeDomain,
  normalizeIpRange,
} from './match-blocks.ts';

describe('a blocked range of IP addresses', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77/32'],
    [' 203.0.113.77/24 ', '203.0.113.0/24'],
    ['10.255.0.0/9', '10.128.0.0/9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:1::5', '2001:db8:0:1::5/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.7/32'],
  ])('%s is stored as %s', (text, range) => {
    expect(normalizeIpRange(text)).toBe(range);
  });

  it.each([
    '',
    '127.1',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/8/8',
    'fe80::1%eth0',
    '::/129',
    'host',
  ])('is rejected if it is %j', (text) => {
    expect(normalizeIpRange(text)).toBeNull();
  });

  it('contains IPv4-mapped addresses and no others', () => {
    const isBlocked = createRangeMatcher(['203.0.113.0/24', '2001:db8:1::/48']);
    const addresses = [
      '203.0.113.255',
      '::ffff:203.0.113.9',
      '::ffff:cb00:7109',
      '2001:db8:1:2::3',
    ];
    expect(addresses.filter((address) => !isBlocked(address))).toEqual([]);
    const others = ['203.0.114.0', '::ffff:203.0.114.0', '2001:db8:2::', '', 'x'];
    expect(others.filter(isBlocked)).toEqual([]);
  });
});

describe('a blocked email domain', () => {
  it.each([
    ['Example.ORG.', 'example.org'],
    ['@spam.example', 'spam.example'],
    ['*.spam.example', 'spam.example'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['xyz', 'xyz'],
  ])('%s is stored as %s', (text, domain) => {
    expect(normalizeDomain(text)).toBe(domain);
  });

  it.each([
    '',
    'a b.example',
    'user@spam.example',
    '203.0.113.7',
    '-x.example',
    `${'a.'.repeat(127)}de`,
  ])('is rejected if it is %j', (text) => {
    expect(normalizeDomain(text)).toBeNull();
  });

  it('is found in upper case, with a trailing dot, as a subdomain and as an international name', () => {
    expect(listDomains('a@Mail.Example.ORG.')).toEqual(['mail.example.org', 'example.org', 'org']);
    expect(listDomains('"a@b"@MÜNCHEN.example')).toContain('xn--mnchen-3ya.example');
  });
});
