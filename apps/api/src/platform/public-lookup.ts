import { Resolver } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

// `dns.lookup` runs in the thread pool that also serves files and hashing; an unresponsive name
// server would block it.
const resolver = new Resolver({ timeout: 1500, tries: 2 });

/** The address, or one of the name, is in a private network. */
export class PrivateAddressError extends Error {}

/** @throws the resolver's error when the name has no address */
async function resolveAddresses(hostname: string): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const addresses = (result: typeof ipv4, family: 4 | 6) =>
    result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family }));
  return [...addresses(ipv4, 4), ...addresses(ipv6, 6)];
}

/**
 * A lookup function for the connection itself, so that the address cannot change between the check
 * and the connection. Rejects names that resolve to a private network.
 */
export function createPublicLookup(
  resolve: (hostname: string) => Promise<LookupAddress[]> = resolveAddresses,
): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) {
          callback(new Error('The name has no address.'), '');
        } else if (!addresses.every(({ address }) => isPublicAddress(address))) {
          callback(new PrivateAddressError('The name leads into a private network.'), '');
        } else if (all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error('The lookup failed.'), '');
      },
    );
  };
}
