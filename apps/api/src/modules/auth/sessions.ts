import type { Transaction } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { lockAccounts } from '../users/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SessionCache } from './session-cache.ts';
import type { LiveSession, SessionsRepository } from './sessions.repository.ts';

const sessionLifetimeMs = 7 * 24 * 60 * 60 * 1000;
/** How exactly the last use of a session is known. */
const lastSeenStepMs = 5 * 60 * 1000;

/** Where a session is opened from, as shown to its owner in the list of sessions. */
export interface Device {
  userAgent: string | undefined;
  address: string | undefined;
}

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

export type Sessions = ReturnType<typeof createSessions>;

interface SessionsDependencies {
  repository: SessionsRepository;
  accessTokens: AccessTokens;
  cache: SessionCache;
  clock: Clock;
}

/** Opening, checking and ending sessions. */
export function createSessions({ repository, accessTokens, cache, clock }: SessionsDependencies) {
  async function load(id: string, userId: string): Promise<LiveSession | null> {
    const now = clock.now();
    const session = await repository.findLive(id, userId, now);
    const longAgo = new Date(now.getTime() - lastSeenStepMs);
    if (session !== null && session.lastSeenAt < longAgo) {
      await repository.touch(id, now, longAgo);
    }
    return session;
  }

  async function requireLive(token: string): Promise<LiveSession> {
    const now = clock.now();
    const claims = accessTokens.verify(token, now);
    const session =
      claims && (await cache.get(claims.sessionId, () => load(claims.sessionId, claims.userId)));
    if (session === null || session.userId !== claims?.userId || session.expiresAt <= now) {
      throw new UnauthenticatedError('Your session has ended. Please sign in again.');
    }
    return session;
  }

  async function open(userId: string, device: Device, tx?: Transaction): Promise<OpenedSession> {
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + sessionLifetimeMs);
    const { userAgent, address } = device;
    const session = await repository.insert(
      { userId, userAgent, address, createdAt: issuedAt, expiresAt },
      tx,
    );
    const token = accessTokens.sign({ userId, sessionId: session.id }, { issuedAt, expiresAt });
    return { token, expiresAt };
  }

  return {
    requireLive,
    open,

    /** Ends a session for a new one, both or neither. Null when it had ended before. */
    async replace({ sessionId, userId }: Viewer, device: Device): Promise<OpenedSession | null> {
      const opened = await repository.transaction(async (tx) => {
        // Whoever ends all sessions from now on comes later, and sees this one.
        await lockAccounts(tx, [userId]);
        const isFirst = await repository.revoke(sessionId, clock.now(), tx);
        return isFirst ? open(userId, device, tx) : null;
      });
      cache.forget(sessionId);
      return opened;
    },

    /**
     * Whose token it is.
     * @throws UnauthenticatedError
     */
    resolveViewer: async (token: string): Promise<Viewer> => {
      const session = await requireLive(token);
      return { userId: session.userId, sessionId: session.id };
    },

    /** Ends all sessions of a person in a transaction, after which they are to be forgotten. */
    revokeAll: (tx: Transaction, userId: string, options: { except?: string } = {}) =>
      repository.revokeAll(tx, userId, { now: clock.now(), except: options.except }),

    forget: (sessionIds: readonly string[]): void => {
      for (const sessionId of sessionIds) cache.forget(sessionId);
    },

    /** False when it had ended before. Here it ends at once, elsewhere as soon as they hear of it. */
    async revoke(sessionId: string): Promise<boolean> {
      const isFirst = await repository.revoke(sessionId, clock.now());
      cache.forget(sessionId);
      return isFirst;
    },
  };
}
