import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { TimePosition, TimeRange } from '../../../platform/read-page.ts';
import { isActive } from '../../../platform/visibility.queries.ts';
import type { ArchivePost } from './archive-post.ts';

const { sql } = Prisma;

export type ImportedPostRecord = Prisma.ImportedPostModel;

/** False once the account is suspended or being deleted. */
export async function isAccountActive(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT FROM users account WHERE account.id = ${userId}::uuid AND ${isActive(sql`account`)}`;
  return rows.length > 0;
}

export async function countImportedPosts(
  tx: Transaction,
  userId: string,
): Promise<{ count: number; length: number }> {
  const [row] = await tx.$queryRaw<{ count: number; length: number }[]>`
    SELECT count(*)::int AS count, coalesce(sum(length(text)), 0)::int AS length
    FROM imported_posts WHERE user_id = ${userId}::uuid`;
  return row ?? { count: 0, length: 0 };
}

/** Which of the posts the user has imported before. */
export async function listImportedSourceIds(
  tx: Transaction,
  userId: string,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ sourceId: string }[]>`
    SELECT source_id AS "sourceId" FROM imported_posts
    WHERE user_id = ${userId}::uuid AND source_id = ANY (${sourceIds}::text[])`;
  return new Set(rows.map(({ sourceId }) => sourceId));
}

export async function insertImportedPosts(
  tx: Transaction,
  userId: string,
  posts: readonly (ArchivePost & { id: string })[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO imported_posts (id, user_id, source_id, text, content_warning, url, is_reply, files_count,
      is_shortened, published_at, created_at)
    SELECT id, ${userId}::uuid, source_id, text, content_warning, url, is_reply, files_count,
      is_shortened, published_at, ${now}::timestamptz
    FROM unnest(${posts.map((post) => post.id)}::uuid[], ${posts.map((post) => post.sourceId)}::text[],
      ${posts.map((post) => post.text)}::text[], ${posts.map((post) => post.contentWarning)}::text[],
      ${posts.map((post) => post.url)}::text[], ${posts.map((post) => post.isReply)}::boolean[],
      ${posts.map((post) => post.filesCount)}::int[], ${posts.map((post) => post.isShortened)}::boolean[],
      ${posts.map((post) => post.publishedAt)}::timestamptz[])
      AS post (id, source_id, text, content_warning, url, is_reply, files_count, is_shortened, published_at)`;
}

/** The newest first. */
export function selectImportedPosts(
  database: Database,
  userId: string,
  { after, skip, take }: TimeRange,
): Promise<ImportedPostRecord[]> {
  return database.importedPost.findMany({
    where: { userId, ...(after && isAfter(after)) },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    skip,
    take,
  });
}

/** The first condition lets the index find the position. */
const isAfter = ({ time, id }: TimePosition) => ({
  publishedAt: { lte: time },
  OR: [{ publishedAt: { lt: time } }, { id: { lt: id } }],
});

export async function deleteImportedPost(
  database: Database,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { count } = await database.importedPost.deleteMany({ where: { id, userId } });
  return count > 0;
}

export async function deleteImportedPosts(database: Database, userId: string): Promise<void> {
  await database.importedPost.deleteMany({ where: { userId } });
}
