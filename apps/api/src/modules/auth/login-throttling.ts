import { createHash } from 'node:crypto';
import { addressKey } from '../../http/rate-limits/rate-limits.ts';
import { RateLimitedError } from '../../platform/errors.ts';
import type { RateLimitsModule } from '../../http/rate-limits/index.ts';

export type Guessing = ReturnType<typeof createGuessing>;

interface GuessingDependencies {
  rateLimiter: Pick<RateLimitsModule, 'consume' | 'refund'>;
  /** Addresses from which the account was signed in to of late. */
  listAddresses: (userId: string) => Promise<string[]>;
}

interface Attempt {
  email: string;
  address: string | undefined;
  /** Null where there is no such account, which makes no difference to a stranger. */
  userId: string | null;
}

/**
 * Slows those who try passwords, at the login or in an open session. Failures count twice: by account
 * and address, so that one flooder shuts out nobody else, and by account alone, against many addresses at once; the latter is not
 * held against an address from which the account was signed in to before.
 */
export function createGuessing({ rateLimiter, listAddresses }: GuessingDependencies) {
  async function takeOfAccount({ email, address, userId }: Attempt): Promise<void> {
    try {
      await rateLimiter.consume('accountLoginFailures', accountKey(email));
    } catch (error) {
      if (!(error instanceof RateLimitedError) || userId === null) throw error;
      const known = await listAddresses(userId);
      if (!known.map(addressKey).includes(addressKey(address))) throw error;
    }
  }

  return {
    /**
     * Counts an attempt as a failure, before it is known to be one: many at once are no more.
     * @throws RateLimitedError
     */
    async begin(attempt: Attempt): Promise<void> {
      await rateLimiter.consume('loginFailures', pairKey(attempt));
      await takeOfAccount(attempt);
    },

    /** It was none. */
    async succeed(attempt: Attempt): Promise<void> {
      await Promise.all([
        rateLimiter.refund('loginFailures', pairKey(attempt)),
        rateLimiter.refund('accountLoginFailures', accountKey(attempt.email)),
      ]);
    },
  };
}

/** Counters hold no e-mail address. */
function accountKey(email: string): string {
  return `account:${createHash('sha256').update(email).digest('base64url').slice(0, 22)}`;
}

function pairKey({ email, address }: Attempt): string {
  return `${accountKey(email)}:${addressKey(address)}`;
}
