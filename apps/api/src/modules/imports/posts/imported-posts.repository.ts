import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import type { TimePosition, TimeRange } from '../../../platform/read-page.ts';
import { isActive } from '../../../domain/visibility.queries.ts';
import type { ArchivePost } from './archive-post.ts';

const { sql } = Prisma;

export type ImportedPostRecord = Prisma.ImportedPostModel;

/** False once the account is suspended or being deleted. */
export async function isAccountActive(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT FROM users account WHERE account.id = ${userId}::uuid AND ${isActive(sql`account`)}`);
  return rows.length > 0;
}

export interface Usage {
  count: number;
  /** The length of all texts together. */
  length: number;
}

export async function measureImportedPosts(tx: Transaction, userId: string): Promise<Usage> {
  const [row] = await tx.query<Usage>(sql`
    SELECT count(*)::int AS count, coalesce(sum(length(text)), 0)::int AS length
    FROM imported_posts WHERE user_id = ${userId}::uuid`);
  return row ?? { count: 0, length: 0 };
}

/** Faster than `measureImportedPosts`, because it does not read the texts. */
export const countImportedPosts = (tx: Transaction, userId: string): Promise<number> =>
  tx.importedPost.count({ where: { userId } });

export type NewPost = ArchivePost & { id: string };

/** The ids of posts that the user has imported before, by their ids in the archive. */
export async function findImportedIds(
  database: Database,
  userId: string,
  posts: readonly NewPost[],
): Promise<Map<string, string>> {
  const sourceIds = posts.map(({ sourceId }) => sourceId);
  const rows = await database.query<{ sourceId: string; id: string }>(sql`
    SELECT source_id AS "sourceId", id FROM imported_posts
    WHERE user_id = ${userId}::uuid AND source_id = ANY (${sourceIds}::text[])`);
  return new Map(rows.map(({ sourceId, id }) => [sourceId, id]));
}

/** Returns the ids of the inserted posts, without those that another import has inserted meanwhile. */
export async function insertImportedPosts(
  tx: Transaction,
  userId: string,
  posts: readonly NewPost[],
  now: Date,
): Promise<Set<string>> {
  if (posts.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(sql`
    INSERT INTO imported_posts (id, user_id, source_id, text, content_warning, url, is_reply, files_count,
      is_shortened, published_at, created_at)
    SELECT id, ${userId}::uuid, source_id, text, content_warning, url, is_reply, files_count,
      is_shortened, published_at, ${now}::timestamptz
    FROM unnest(${posts.map((post) => post.id)}::uuid[], ${posts.map((post) => post.sourceId)}::text[],
      ${posts.map((post) => post.text)}::text[], ${posts.map((post) => post.contentWarning)}::text[],
      ${posts.map((post) => post.url)}::text[], ${posts.map((post) => post.isReply)}::boolean[],
      ${posts.map((post) => post.filesCount)}::int[], ${posts.map((post) => post.isShortened)}::boolean[],
      ${posts.map((post) => post.publishedAt)}::timestamptz[])
      AS post (id, source_id, text, content_warning, url, is_reply, files_count, is_shortened, published_at)
    ON CONFLICT (user_id, source_id) DO NOTHING RETURNING id`);
  return new Set(rows.map(({ id }) => id));
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
