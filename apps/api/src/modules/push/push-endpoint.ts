import { BlockList, isIP } from 'node:net';
import { ValidationError } from '../../shared/errors.ts';

const endpointMaxLength = 2000;

const special = {
  ipv4: [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  // Beside all that is not in 2000::/3; the last leads to addresses of version 4.
  ipv6: [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
  ],
} as const;

const specialAddresses = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const [network, prefix] of special[family]) {
    specialAddresses.addSubnet(network, prefix, family);
  }
}
const globalAddresses = new BlockList();
globalAddresses.addSubnet('2000::', 3, 'ipv6');

/** Whether an address is one of the public network: nothing of this machine's, or near it. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialAddresses.check(address, 'ipv4');
    case 6:
      return globalAddresses.check(address, 'ipv6') && !specialAddresses.check(address, 'ipv6');
    default:
      return false;
  }
}

/**
 * The address of a push service, as it is kept. Where its name leads is looked at with every message.
 * @throws ValidationError for what can be none
 */
export function parseEndpoint(text: string, isUnrestricted: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isFitting = url !== null && url.href.length <= endpointMaxLength;
  if (isFitting && (isUnrestricted || isOfPublicService(url))) return url.href;
  const message = 'The endpoint must be the https:// address of a push service.';
  throw new ValidationError([{ path: 'endpoint', message }]);
}

function isOfPublicService({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '') return false;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPublicAddress(address);
  return hostname.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)\.?$/.test(hostname);
}
