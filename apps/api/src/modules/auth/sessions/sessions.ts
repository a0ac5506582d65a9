import type { Database, Transaction } from '@skein/db';
import { dayMs, minuteMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockAccounts } from '../../users/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SessionCache } from './session-cache.ts';
import type { LiveSession } from './sessions.repository.ts';
import {
  findLiveSession,
  insertSession,
  revokeSession,
  revokeSessions,
  touchSession,
} from './sessions.repository.ts';

const sessionLifetimeMs = 7 * dayMs;
/** The precision of `lastSeenAt`. */
export const lastSeenStepMs = 5 * minuteMs;

/** The device that opens a session, shown in the list of sessions. */
export interface Device {
  userAgent: string | undefined;
  address: string | undefined;
  /** Whether the user has proved a second factor on it. */
  isTwoFactor?: boolean;
  locale?: Locale;
}

export interface OpenedSession {
  token: string;
  expiresAt: Date;
}

interface InsertedSession {
  userId: string;
  kind: 'normal' | 'handover';
  device: Device;
  lifetimeMs: number;
}

export type Sessions = ReturnType<typeof createSessions>;

interface SessionsDependencies {
  database: Database;
  accessTokens: AccessTokens;
  cache: SessionCache;
  clock: Clock;
}

/** Opens, checks and ends sessions. */
export function createSessions({ database, accessTokens, cache, clock }: SessionsDependencies) {
  async function load(id: string, userId: string): Promise<LiveSession | null> {
    const now = clock.now();
    const session = await findLiveSession(database, id, userId, now);
    const staleBefore = new Date(now.getTime() - lastSeenStepMs);
    if (session !== null && session.lastSeenAt < staleBefore) {
      await touchSession(database, id, now, staleBefore);
    }
    return session;
  }

  async function requireLive(token: string): Promise<LiveSession> {
    const now = clock.now();
    const claims = accessTokens.verify(token, now);
    const session =
      claims && (await cache.get(claims.sessionId, () => load(claims.sessionId, claims.userId)));
    if (session === null || session.userId !== claims?.userId || session.expiresAt <= now) {
      throw new UnauthenticatedError('error.sessionEnded');
    }
    return session;
  }

  const insert = createInsert({ database, accessTokens, clock });
  const open = (userId: string, device: Device, tx?: Transaction): Promise<OpenedSession> =>
    insert({ userId, kind: 'normal', device, lifetimeMs: sessionLifetimeMs }, tx);

  return {
    requireLive,
    open,

    /** Opens a session that only `replace` accepts. Its token may be in a URL. */
    openHandover: (
      tx: Transaction,
      userId: string,
      { device, lifetimeMs }: Pick<InsertedSession, 'device' | 'lifetimeMs'>,
    ): Promise<OpenedSession> => insert({ userId, kind: 'handover', device, lifetimeMs }, tx),

    /**
     * Replaces a session by a new one in one transaction. Null when it had ended before.
     * @param confirm The session is not replaced if this throws.
     */
    async replace(
      { sessionId, userId }: Viewer,
      device: Device,
      confirm: (tx: Transaction) => Promise<void>,
    ): Promise<OpenedSession | null> {
      const opened = await database.$transaction(async (tx) => {
        // A concurrent end of all sessions waits for this lock and then ends the new session too.
        await lockAccounts(tx, [userId]);
        const isRevoked = await revokeSession(tx, sessionId, clock.now());
        if (!isRevoked) return null;
        await confirm(tx);
        return open(userId, device, tx);
      });
      cache.forget(sessionId);
      return opened;
    },

    /**
     * Resolves a token to its user and session.
     * @throws UnauthenticatedError
     */
    resolveViewer: async (token: string): Promise<Viewer> => toViewer(await requireLive(token)),

    /** Ends all sessions of a user in a transaction; call `forget` with them after the commit. */
    revokeAll: (tx: Transaction, userId: string, options: { except?: string } = {}) =>
      revokeSessions(tx, userId, { now: clock.now(), except: options.except }),

    forget: (sessionIds: readonly string[]): void => {
      for (const sessionId of sessionIds) cache.forget(sessionId);
    },

    /**
     * False when it had ended before. Takes effect at once on this server, and on others when they
     * are notified.
     */
    async revoke(sessionId: string): Promise<boolean> {
      const isRevoked = await revokeSession(database, sessionId, clock.now());
      cache.forget(sessionId);
      return isRevoked;
    },
  };
}

function createInsert({ database, accessTokens, clock }: Omit<SessionsDependencies, 'cache'>) {
  return async (
    { lifetimeMs, device, ...session }: InsertedSession,
    tx?: Transaction,
  ): Promise<OpenedSession> => {
    const { userId } = session;
    const issuedAt = clock.now();
    const expiresAt = new Date(issuedAt.getTime() + lifetimeMs);
    const { userAgent, address, isTwoFactor, locale } = device;
    const { id: sessionId } = await insertSession(tx ?? database, {
      ...session,
      userAgent,
      address,
      isTwoFactor,
      locale,
      lastSeenAt: issuedAt,
      expiresAt,
    });
    const isHandover = session.kind === 'handover';
    const token = accessTokens.sign({ userId, sessionId, isHandover }, { issuedAt, expiresAt });
    return { token, expiresAt };
  };
}

function toViewer({ userId, id: sessionId, kind, isFrozen, hasMoved }: LiveSession): Viewer {
  return {
    userId,
    sessionId,
    isFrozen,
    hasMoved,
    ...(kind === 'handover' && { isHandover: true }),
  };
}
