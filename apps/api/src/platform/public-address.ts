import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only range of IPv6 addresses that is assigned to networks. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is public, and not one of this machine or a local network. */
export function isPublicAddress(text: string): boolean {
  // The parser also accepts short forms of IPv4 addresses, such as 127.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  const isAssigned = address instanceof ipaddr.IPv4 || address.match(globalUnicast);
  return isAssigned && address.range() === 'unicast';
}

/**
 * Whether the host of a URL is a public address or a name that may lead to one. Connections to a name
 * also need `createPublicLookup`, connections to an address do not look it up.
 */
export function isPublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0) return isPublicAddress(address);
  return hostname.includes('.') && !/\.(?:localhost|local|internal|home\.arpa)\.?$/.test(hostname);
}
