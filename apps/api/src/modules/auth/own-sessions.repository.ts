import type { Database } from '@skein/db';

export interface ListedSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

const listedMax = 100;

export type OwnSessionsRepository = ReturnType<typeof createOwnSessionsRepository>;

/** A person's sessions as they manage them themselves. */
export function createOwnSessionsRepository(database: Database) {
  return {
    /** Where an account was signed in from, the latest first; twenty at most. */
    async listAddresses(userId: string): Promise<string[]> {
      const sessions = await database.session.findMany({
        where: { userId, address: { not: null } },
        orderBy: { id: 'desc' },
        take: 20,
        select: { address: true },
      });
      return sessions.flatMap(({ address }) => address ?? []);
    },

    /** Those of a person that are open, the latest use first. */
    list: (userId: string, now: Date): Promise<ListedSession[]> =>
      database.session.findMany({
        where: { userId, kind: 'normal', revokedAt: null, expiresAt: { gt: now } },
        select: { id: true, userAgent: true, address: true, createdAt: true, lastSeenAt: true },
        orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
        take: listedMax,
      }),

    /** False when there is no such session of this person's, or no more. */
    async revokeOwn(id: string, userId: string, now: Date): Promise<boolean> {
      const { count } = await database.session.updateMany({
        where: { id, userId, revokedAt: null, expiresAt: { gt: now } },
        data: { revokedAt: now },
      });
      return count === 1;
    },
  };
}
