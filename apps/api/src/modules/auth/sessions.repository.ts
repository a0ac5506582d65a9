import type { Database, Transaction } from '@skein/db';
import { newId } from '../../shared/ids.ts';

export interface NewSession {
  userId: string;
  userAgent: string | undefined;
  address: string | undefined;
  createdAt: Date;
  expiresAt: Date;
}

export interface LiveSession {
  id: string;
  userId: string;
  kind: 'normal' | 'handover';
  expiresAt: Date;
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

export function createSessionsRepository(database: Database) {
  return {
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.$transaction(work),

    async insert(session: NewSession, tx: Transaction = database): Promise<LiveSession> {
      const { userAgent = null, address = null, ...rest } = session;
      return tx.session.create({
        data: { id: newId(), userAgent, address, lastSeenAt: session.createdAt, ...rest },
        select: { id: true, userId: true, kind: true, expiresAt: true },
      });
    },

    /** The session, while it is neither revoked nor expired and its account not suspended. */
    findLive: (id: string, userId: string, now: Date): Promise<LiveSession | null> =>
      database.session.findFirst({
        where: {
          id,
          userId,
          revokedAt: null,
          expiresAt: { gt: now },
          user: { suspendedAt: null },
        },
        select: { id: true, userId: true, kind: true, expiresAt: true },
      }),

    /** False when it was revoked already: of two who try at once, one succeeds. */
    async revoke(id: string, now: Date): Promise<boolean> {
      const { count } = await database.session.updateMany({
        where: { id, revokedAt: null },
        data: { revokedAt: now },
      });
      return count === 1;
    },
  };
}
