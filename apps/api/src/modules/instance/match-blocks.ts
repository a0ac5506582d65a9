import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

/**
 * The form in which domains of emails and servers are stored and compared; null if it is not valid. Accepts
 * `@example.org` and `*.example.org` too, because decisions about a domain include its subdomains.
 * @param text as a user has written it
 */
export function normalizeDomain(text: string): string | null {
  const domain = toAsciiDomain(text.trim().replace(/^(?:@|\*\.|\.)/, ''));
  // A single label would block a whole top-level domain, which is possible, but not an IP address.
  return /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/.test(
    domain,
  ) && isIP(domain) === 0
    ? domain
    : null;
}

/** Empty for an invalid domain. */
function toAsciiDomain(domain: string): string {
  return domainToASCII(domain).toLowerCase().replace(/\.+$/, '');
}

/**
 * The form in which ranges of IP addresses are stored and compared; null if it is not valid. An address is a range of its
 * own. Ranges of IPv4-mapped addresses become ranges of IPv4.
 */
export function normalizeIpRange(text: string): string | null {
  const [address = '', prefix, ...others] = text.trim().split('/');
  if (isIP(address) === 0 || address.includes('%') || others.length > 0) return null;
  const parsed = ipaddr.parse(address);
  const bits = parsed.toByteArray().length * 8;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const length = Number(prefix ?? bits);
  if (length > bits) return null;
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && length >= 96) {
    return firstOfRange(parsed.toIPv4Address(), length - 96);
  }
  return firstOfRange(parsed, length);
}

function firstOfRange(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff << (8 - Math.min(8, Math.max(0, length - index * 8)))));
  return `${ipaddr.fromByteArray(bytes).toString()}/${length}`;
}

/** In the form of the database, IPv4-mapped addresses as IPv4; null if it is not valid. */
export function normalizeAddress(text: string | undefined): string | null {
  const [address = ''] = (text ?? '').split('%');
  return isIP(address) === 0 ? null : ipaddr.process(address).toString();
}

/** The domain of an email address and those above it, such as `mail.example.org`, `example.org`, `org`. */
export function listDomains(email: string): string[] {
  const labels = toAsciiDomain(email.slice(email.lastIndexOf('@') + 1).trim()).split('.');
  return labels.map((_label, index) => labels.slice(index).join('.'));
}

/** Tells whether an address is in one of the ranges. IPv4-mapped addresses count as IPv4. */
export function createRangeMatcher(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', length] = range.split('/');
    list.addSubnet(address, Number(length), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return (text) => {
    const address = normalizeAddress(text);
    return address !== null && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  };
}
