import { describe, expect, it } from 'vitest';
import { addressKey } from './rate-limits.ts';

describe('addressKey', () => {
  it.each([
    ['203.0.113.7', 'address:203.0.113.7'],
    ['::ffff:203.0.113.7', 'address:203.0.113.7'],
    ['2001:db8:0:1::1', 'address:2001:db8:0:1'],
    ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', 'address:2001:db8:0:1'],
    ['2001:db8::1:0:0:0:5', 'address:2001:db8:0:1'],
    ['::1', 'address:0:0:0:0'],
    ['fe80::1%eth0', 'address:fe80:0:0:0'],
    [undefined, 'address:unknown'],
  ])('%s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
