import { createHash } from 'node:crypto';
import type { Database } from '@skein/db';
import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { RateLimitedError } from '../../../platform/errors.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import type { Consumption } from '../../../platform/rate-limits/rate-limits.ts';
import { selectLoginAddresses } from '../sessions/own-sessions.repository.ts';

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

interface LoginThrottleDependencies {
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  database: Database;
}

type Refundable = Pick<Consumption, 'refund'>;

interface Attempt {
  email: string;
  address: string | undefined;
  /** Null for an unknown account; the client sees no difference. */
  userId: string | null;
}

/**
 * Throttles password loginThrottle, at the login and in open sessions. Failures are limited per account
 * and address, so that an attacker does not lock out the owner, and per account, against attacks
 * from many addresses. The second limit does not apply to addresses of the account's recent logins.
 */
export function createLoginThrottle({ rateLimiter, database }: LoginThrottleDependencies) {
  async function consumeForAccount({ email, address, userId }: Attempt): Promise<Refundable> {
    try {
      return await rateLimiter.consume('accountLoginFailures', accountKey(email));
    } catch (error) {
      if (!(error instanceof RateLimitedError) || userId === null) throw error;
      const usedAddresses = await selectLoginAddresses(database, userId);
      if (!usedAddresses.map(addressKey).includes(addressKey(address))) throw error;
      return { refund: () => Promise.resolve() };
    }
  }

  return {
    /**
     * Counts an attempt as a failure before it is checked, so that concurrent attempts cannot
     * exceed the limit. A successful attempt is refunded.
     * @throws RateLimitedError
     */
    async begin(attempt: Attempt): Promise<Refundable> {
      const ofPair = await rateLimiter.consume('loginFailures', pairKey(attempt));
      try {
        const ofAccount = await consumeForAccount(attempt);
        return {
          refund: async () => void (await Promise.all([ofPair.refund(), ofAccount.refund()])),
        };
      } catch (error) {
        await ofPair.refund();
        throw error;
      }
    },
  };
}

/** Hashed, so that counters contain no email address. */
function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`;
}

function pairKey({ email, address }: Attempt): string {
  return `${accountKey(email)}:${addressKey(address)}`;
}
