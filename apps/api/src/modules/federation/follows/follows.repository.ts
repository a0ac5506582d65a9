import type { Database, Transaction } from '@skein/db';

interface Pair {
  followerId: string;
  followeeId: string;
}

/** A request of a local account to follow one of another server. */
export interface SentRequest {
  id: string;
  requesterId: string;
  status: 'pending' | 'approved' | 'rejected';
}

const columns = { id: true, requesterId: true, status: true } as const;

/** Stores the id that another server gave to a follow, which the response contains. */
export async function saveRemoteFollow(
  tx: Transaction,
  { followerId, followeeId }: Pair,
  uri: string,
): Promise<void> {
  const key = { actorId: followerId, type: 'follow', objectId: followeeId };
  await tx.remoteActivity.upsert({
    where: { actorId_type_objectId: key },
    create: { ...key, uri },
    update: { uri },
    select: { uri: true },
  });
}

export async function deleteRemoteFollow(
  tx: Transaction,
  { followerId, followeeId }: Pair,
): Promise<void> {
  const where = { actorId: followerId, type: 'follow', objectId: followeeId };
  await tx.remoteActivity.deleteMany({ where });
}

/** The account that another server's follow with this id is about. */
export async function findFollowedAccount(
  database: Database,
  followerId: string,
  uri: string,
): Promise<string | null> {
  const where = { actorId: followerId, type: 'follow', uri };
  const row = await database.remoteActivity.findFirst({ where, select: { objectId: true } });
  return row?.objectId ?? null;
}

export function findSentRequest(
  database: Database,
  id: string,
  targetId: string,
): Promise<SentRequest | null> {
  return database.followRequest.findFirst({ where: { id, targetId }, select: columns });
}

export function findRequestByPair(
  database: Database,
  requesterId: string,
  targetId: string,
): Promise<SentRequest | null> {
  return database.followRequest.findFirst({ where: { requesterId, targetId }, select: columns });
}
