import { BlockList, isIP } from 'node:net';
import { ValidationError } from '../../../platform/errors.ts';

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

/** Whether an address is public, and not one of this machine or a local network. */
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

/** Decides to which endpoints the server connects. */
export interface EndpointPolicy {
  /**
   * Normalizes the endpoint of a push service.
   * @throws ValidationError for an endpoint that is not allowed
   */
  parse(text: string): string;
  isAllowed(endpoint: URL): boolean;
}

interface EndpointPolicyOptions {
  /** Host names; `*.example.org` for subdomains, `*` for all public hosts. */
  hosts: readonly string[];
  /** Any address, port and scheme: for tests. */
  isUnrestricted: boolean;
}

export function createEndpointPolicy({
  hosts,
  isUnrestricted,
}: EndpointPolicyOptions): EndpointPolicy {
  const isAllowed = (url: URL) =>
    isUnrestricted || (isOfPublicService(url) && hosts.some((host) => matches(host, url.hostname)));

  return {
    isAllowed,
    parse(text) {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url !== null && url.href.length <= endpointMaxLength && isAllowed(url)) return url.href;
      const message = 'The endpoint must be the https:// address of a supported push service.';
      throw new ValidationError([{ path: 'endpoint', message }]);
    },
  };
}

function matches(allowed: string, hostname: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}

function isOfPublicService({ protocol, hostname, port, username, password }: URL): boolean {
  // An empty port means 443.
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPublicAddress(address);
  return hostname.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)\.?$/.test(hostname);
}
