import type { LimitName } from '@skein/contracts/http';

/** The state of a rate limit after a request. */
export interface RateLimitStatus {
  name: LimitName;
  max: number;
  windowSeconds: number;
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Points that were consumed for a request. */
export interface Consumption {
  /** Null when the limit is disabled or its remaining points are unknown. */
  status: RateLimitStatus | null;
  /** Returns the points once, for a request that failed. Has no effect after the window. */
  refund: () => Promise<void>;
}

export interface RateLimiter {
  /**
   * Counts a request against a limit.
   * @param key who is limited: `userKey` or `addressKey`
   * @param points 1 by default; a rejected request consumes none
   * @throws RateLimitedError
   */
  consume(name: LimitName, key: string, points?: number): Promise<Consumption>;
}

export function rateLimitHeaders(status: RateLimitStatus): Record<string, string> {
  const { name, max, windowSeconds, remaining, resetSeconds } = status;
  return {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
}

/** The rate limit key of a user. */
export function userKey(userId: string): string {
  return `user:${userId}`;
}

/**
 * The rate limit key of an IP address. IPv6 addresses are grouped by their /64 network, which one
 * subscriber usually has. IPv4-mapped IPv6 addresses equal their IPv4 form.
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined) return 'address:unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return `address:${mapped}`;
  if (!address.includes(':')) return `address:${address}`;
  return `address:${toNetwork(address)}`;
}

/** Returns the first four groups of an IPv6 address, without leading zeros. */
function toNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
