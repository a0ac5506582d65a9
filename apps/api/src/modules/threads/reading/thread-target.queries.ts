import { Prisma } from '@skein/db';
import {
  canQuote,
  canReply,
  canSee,
  isServerBlocked,
  stateColumns,
} from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** What a new thread refers to: nothing, the parent of a reply, or the quoted thread. */
export type ThreadTarget =
  { type: 'thread' } | { type: 'reply'; parentId: string } | { type: 'quote'; quotedId: string };

/** The parts of the INSERT statement that depend on the target. */
interface TargetFragments {
  /** CTEs that lock and count: `author`, and the target as the other parts refer to it. */
  ctes: Prisma.Sql;
  /** The columns of the CTE `thread`. PostgreSQL looks up the type of each in every part that reads from it. */
  returned: Prisma.Sql;
  columns: Prisma.Sql;
  values: Prisma.Sql;
  from: Prisma.Sql;
  /** The thread that it replies to or quotes. */
  target: { type: 'reply' | 'quote'; table: Prisma.Sql } | null;
  /** The widest audience that it can have. */
  widestAudience: Prisma.Sql;
}

interface TargetedThread {
  id: string;
  authorId: string;
  target: ThreadTarget;
  isRemote?: boolean;
}

export function targetFragments(thread: TargetedThread): TargetFragments {
  const { id, authorId, target, isRemote = false } = thread;
  switch (target.type) {
    case 'thread':
      return {
        ctes: countThread(authorId),
        returned: rootColumns,
        columns: sql`type`,
        values: sql`'thread'::thread_type`,
        from: sql`author`,
        target: null,
        widestAudience: sql`'public'::audience`,
      };
    case 'quote':
      return {
        ctes: sql`${countThread(authorId)}, quoted AS (${countQuote(authorId, target.quotedId)})`,
        returned: rootColumns,
        columns: sql`type, quoted_id`,
        values: sql`'quote'::thread_type, quoted.id`,
        from: sql`author, quoted`,
        target: { type: 'quote', table: sql`quoted` },
        widestAudience: sql`'public'::audience`,
      };
    case 'reply':
      return {
        ctes: sql`${lockAuthor(authorId)}, parent AS (${countReply(authorId, target.parentId, isRemote)})`,
        returned: sql`${rootColumns}, parent_id, level, path, deleted_at`,
        columns: sql`type, parent_id, root_id, level, path`,
        values: sql`'reply'::thread_type, parent.id, coalesce(parent.root_id, parent.id),
          ${replyPosition(id)}`,
        from: sql`author, parent`,
        target: { type: 'reply', table: sql`parent` },
        widestAudience: sql`parent.audience`,
      };
  }
}

const rootColumns = sql`id, author_id, audience, root_id`;

const authorColumns = sql`id, username, name, picture_key, is_verified, thread_listing, default_audience, ${stateColumns(sql`users`)}`;

function countThread(authorId: string): Prisma.Sql {
  return sql`author AS (
    UPDATE users SET threads_count = threads_count + 1 WHERE id = ${authorId}::uuid
    RETURNING ${authorColumns}
  )`;
}

/** Replies are not counted, but the account must not be deleted at the same time. */
function lockAuthor(authorId: string): Prisma.Sql {
  return sql`author AS MATERIALIZED (
    SELECT ${authorColumns} FROM users WHERE id = ${authorId}::uuid FOR KEY SHARE
  )`;
}

// Both read from `author`, so that its row is locked before the row of the thread. After waiting for a
// concurrent change they evaluate the conditions again, so that a deleted thread does not match.

/** Whether another server decides who may reply. This one does not know who follows the author there. */
const isRemoteConversation = sql`EXISTS (
  SELECT FROM threads root JOIN users account ON account.id = root.author_id
  WHERE root.id = coalesce(target.root_id, target.id) AND account.domain IS NOT NULL)`;

function countReply(viewerId: string, parentId: string, isRemote: boolean): Prisma.Sql {
  const parent = { thread: sql`target`, author: sql`owner` };
  const isAllowed = canReply(viewerId, parent.thread);
  return sql`
    UPDATE threads target SET replies_count = target.replies_count + 1
    FROM author, users owner
    WHERE target.id = ${parentId}::uuid AND owner.id = target.author_id AND target.deleted_at IS NULL
      AND ${canSee(viewerId, parent)}
      AND ${isRemote ? sql`(${isRemoteConversation} OR ${isAllowed})` : isAllowed}
      AND NOT ${isServerBlocked(sql`owner.id`, sql`author`)}
    RETURNING target.id, target.author_id, target.root_id, target.level, target.path, target.audience`;
}

function countQuote(viewerId: string, quotedId: string): Prisma.Sql {
  const quoted = { thread: sql`target`, author: sql`owner` };
  return sql`
    UPDATE threads target SET quotes_count = target.quotes_count + 1
    FROM author, users owner
    WHERE target.id = ${quotedId}::uuid AND owner.id = target.author_id
      AND target.deleted_at IS NULL
      AND ${canSee(viewerId, quoted)} AND ${canQuote(viewerId, quoted)}
    RETURNING target.id, target.author_id`;
}

/**
 * Level and path. A path is the path of the parent plus the 32 hexadecimal digits of the own id,
 * which sort by time. Level 5 is the deepest: a reply to a level-5 reply is also on level 5, after it.
 */
function replyPosition(id: string): Prisma.Sql {
  const own = id.replaceAll('-', '');
  return sql`least(parent.level + 1, 5),
    CASE WHEN parent.level < 5 THEN parent.path ELSE left(parent.path, -32) END || ${own}`;
}
