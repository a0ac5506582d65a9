import type { LookupAddress } from 'node:dns';
import { expect, it } from 'vitest';
import { createPublicLookup } from './public-lookup.ts';

function lookUp(addresses: LookupAddress[], all: boolean): Promise<unknown> {
  const lookup = createPublicLookup(() => Promise.resolve(addresses));
  return new Promise((resolve, reject) => {
    lookup('push.example.org', { all }, (error, address, family) => {
      if (error === null) resolve(all ? address : { address, family });
      else reject(error);
    });
  });
}

const ipv4 = { address: '8.8.8.8', family: 4 };
const ipv6 = { address: '2606:4700::1', family: 6 };

it('returns the addresses of a public name', async () => {
  expect(await lookUp([ipv4, ipv6], true)).toEqual([ipv4, ipv6]);
  expect(await lookUp([ipv4, ipv6], false)).toEqual(ipv4);
});

it('rejects a name with a private address, even if it also has a public one', async () => {
  const privateAddress = { address: '10.0.0.1', family: 4 };
  await expect(lookUp([ipv4, privateAddress], true)).rejects.toThrow('private network');
  await expect(lookUp([], true)).rejects.toThrow('no address');
});
