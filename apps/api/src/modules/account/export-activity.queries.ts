import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee } from '../../domain/visibility.queries.ts';
import { visibleUsername } from '../users/index.ts';
import { inPages, pageSize } from './in-pages.ts';

const { sql } = Prisma;

/** A table with a row per user and thread. */
interface Activity {
  table: Prisma.Sql;
  /** Further columns of the row `acted`, each with a comma before it. */
  columns?: Prisma.Sql;
  joins?: Prisma.Sql;
}

// What a user did with threads that they may still see, page by page, ordered by thread.

export function exportLikes(database: Database, userId: string) {
  return exportActivity(database, userId, { table: sql`likes` });
}

export function exportReactions(database: Database, userId: string) {
  const columns = sql`, acted.type AS reaction`;
  return exportActivity(database, userId, { table: sql`reactions`, columns });
}

export function exportReposts(database: Database, userId: string) {
  return exportActivity(database, userId, { table: sql`reposts` });
}

export function exportMutedThreads(database: Database, userId: string) {
  return exportActivity(database, userId, { table: sql`thread_mutes` });
}

export function exportPollVotes(database: Database, userId: string) {
  return exportActivity(database, userId, {
    table: sql`(SELECT ballot.user_id, poll.thread_id, ballot.created_at, ARRAY(
        SELECT choice.text FROM poll_votes vote JOIN poll_options choice ON choice.id = vote.option_id
        WHERE vote.poll_id = ballot.poll_id AND vote.user_id = ballot.user_id
        ORDER BY choice.position) AS options
      FROM poll_ballots ballot JOIN polls poll ON poll.id = ballot.poll_id)`,
    columns: sql`, acted.options`,
  });
}

export function exportBookmarkedThreads(database: Database, userId: string) {
  return exportActivity(database, userId, {
    table: sql`bookmarks`,
    columns: sql`, folder.name AS folder`,
    joins: sql`LEFT JOIN bookmark_folders folder ON folder.id = acted.folder_id`,
  });
}

function exportActivity(database: Database, userId: string, activity: Activity) {
  return inPages(database, (after) => selectActivity(userId, activity, after));
}

function selectActivity(
  userId: string,
  { table, columns = Prisma.empty, joins = Prisma.empty }: Activity,
  after: string,
): Prisma.Sql {
  return sql`
    SELECT acted.thread_id::text AS key, acted.thread_id AS "threadId",
      ${visibleUsername(userId, sql`author`)} AS author, acted.created_at AS "createdAt" ${columns}
    FROM ${table} acted JOIN threads t ON t.id = acted.thread_id
      JOIN users author ON author.id = t.author_id ${joins}
    WHERE acted.user_id = ${userId}::uuid AND acted.thread_id > ${after}::uuid
      AND t.deleted_at IS NULL AND ${canSee(userId, { thread: sql`t`, author: sql`author` })}
    ORDER BY acted.thread_id LIMIT ${pageSize}`;
}
