import { followedHashtagsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { lockAccounts } from '../../users/index.ts';

const { sql } = Prisma;

export interface FollowedTag {
  tag: string;
  createdAt: Date;
}

/** The hashtags that a user follows, the latest first. */
export function listFollowedTags(database: Database, userId: string): Promise<FollowedTag[]> {
  return database.hashtagFollow.findMany({
    where: { userId },
    select: { tag: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { tag: 'asc' }],
    take: followedHashtagsMax,
  });
}

export async function isTagFollowed(
  database: Database,
  userId: string,
  tag: string,
): Promise<boolean> {
  return (await database.hashtagFollow.findFirst({ where: { userId, tag } })) !== null;
}

/** False beyond the limit. */
export function insertTagFollow(database: Database, userId: string, tag: string): Promise<boolean> {
  return database.$transaction(async (tx) => {
    // A concurrent request of the user waits for this lock, and then counts this row.
    await lockAccounts(tx, [userId]);
    const others = { userId, tag: { not: tag } };
    if ((await tx.hashtagFollow.count({ where: others })) >= followedHashtagsMax) return false;
    await tx.execute(sql`
      INSERT INTO hashtag_follows (user_id, tag) SELECT id, ${tag} FROM users
      WHERE id = ${userId}::uuid ON CONFLICT DO NOTHING`);
    return true;
  });
}

export async function deleteTagFollow(
  database: Database,
  userId: string,
  tag: string,
): Promise<void> {
  await database.hashtagFollow.deleteMany({ where: { userId, tag } });
}
