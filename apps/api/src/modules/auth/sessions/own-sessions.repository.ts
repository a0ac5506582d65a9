import type { Database } from '@skein/db';
import type { Device } from './sessions.ts';

export interface ListedSession {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

const listedMax = 100;

/** The addresses of the account's last twenty logins, the latest first. */
export async function selectLoginAddresses(database: Database, userId: string): Promise<string[]> {
  const sessions = await database.session.findMany({
    where: { userId, address: { not: null } },
    orderBy: { id: 'desc' },
    take: 20,
    select: { address: true },
  });
  return sessions.flatMap(({ address }) => address ?? []);
}

/** Whether an earlier session than the latest came from the same browser and address. */
export async function isKnownDevice(
  database: Database,
  userId: string,
  { userAgent, address }: Pick<Device, 'userAgent' | 'address'>,
): Promise<boolean> {
  const sessions = await database.session.findMany({
    where: {
      userId,
      // Part of the sign-in itself.
      kind: { not: 'handover' },
      userAgent: userAgent ?? null,
      address: address ?? null,
    },
    orderBy: { id: 'desc' },
    take: 2,
    select: { id: true },
  });
  return sessions.length > 1;
}

/** A user's open sessions, the last used first. */
export function selectOwnSessions(
  database: Database,
  userId: string,
  now: Date,
): Promise<ListedSession[]> {
  return database.session.findMany({
    where: { userId, kind: 'normal', revokedAt: null, expiresAt: { gt: now } },
    select: { id: true, userAgent: true, address: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: listedMax,
  });
}

/** False when the user has no such open session. */
export async function revokeOwnSession(
  database: Database,
  id: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await database.session.updateMany({
    where: { id, userId, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  return count === 1;
}
