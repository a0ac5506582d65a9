import { notesMax } from '@skein/contracts/relationships';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSeeProfile } from '../../domain/visibility.queries.ts';
import { lockAccounts } from '../users/index.ts';

const { sql } = Prisma;

export interface NotePair {
  authorId: string;
  userId: string;
}

/** `hidden` if the author may not see the user, `full` beyond the limit. */
export function upsertNote(
  database: Database,
  { authorId, userId }: NotePair,
  text: string,
): Promise<'saved' | 'hidden' | 'full'> {
  return database.$transaction(async (tx) => {
    // The count includes the rows of a concurrent request, which waits for this lock.
    await lockAccounts(tx, [authorId]);
    const others = { authorId, userId: { not: userId } };
    if ((await tx.userNote.count({ where: others })) >= notesMax) return 'full';
    const saved = await tx.query(sql`
      INSERT INTO user_notes (author_id, user_id, text)
      SELECT ${authorId}::uuid, account.id, ${text} FROM users account
      WHERE account.id = ${userId}::uuid AND ${canSeeProfile(authorId, sql`account`)}
      FOR KEY SHARE
      ON CONFLICT (author_id, user_id) DO UPDATE SET text = excluded.text
      RETURNING user_id`);
    return saved.length > 0 ? 'saved' : 'hidden';
  });
}

export async function deleteNote(
  database: Database,
  { authorId, userId }: NotePair,
): Promise<boolean> {
  const { count } = await database.userNote.deleteMany({ where: { authorId, userId } });
  return count > 0;
}

/** The notes of an author about some users, by the ids of the users. */
export async function selectNotes(
  database: Database,
  authorId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ userId: string; text: string }>(sql`
    SELECT user_id AS "userId", text FROM user_notes
    WHERE author_id = ${authorId}::uuid AND user_id = ANY (${userIds}::uuid[])`);
  return new Map(rows.map(({ userId, text }) => [userId, text]));
}
