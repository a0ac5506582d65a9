import { Prisma } from '@skein/db';
import { canQuote, canReply, canSee } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** Where a new thread goes: into the open, below another one, or around another one. */
export type ThreadPlace =
  { type: 'thread' } | { type: 'reply'; parentId: string } | { type: 'quote'; quotedId: string };

/** The parts of the inserting statement that depend on the place. */
interface PlaceStatements {
  /** Takes the place; gives `author`, and whatever the other parts refer to. */
  before: Prisma.Sql;
  columns: Prisma.Sql;
  values: Prisma.Sql;
  from: Prisma.Sql;
  /** What it answers or quotes. */
  around: { type: 'reply' | 'quote'; table: Prisma.Sql } | null;
  /** Whether it stands in feeds. */
  hasEntry: Prisma.Sql;
}

interface PlacedThread {
  id: string;
  authorId: string;
  place: ThreadPlace;
}

export function placeStatements({ id, authorId, place }: PlacedThread): PlaceStatements {
  switch (place.type) {
    case 'thread':
      return {
        before: countedAuthor(authorId),
        columns: sql`type`,
        values: sql`'thread'::thread_type`,
        from: sql`author`,
        around: null,
        hasEntry: sql`true`,
      };
    case 'quote':
      return {
        before: sql`${countedAuthor(authorId)}, quoted AS (${takeQuoted(authorId, place.quotedId)})`,
        columns: sql`type, quoted_id`,
        values: sql`'quote'::thread_type, quoted.id`,
        from: sql`author, quoted`,
        around: { type: 'quote', table: sql`quoted` },
        hasEntry: sql`true`,
      };
    case 'reply':
      return {
        before: sql`${presentAuthor(authorId)}, parent AS (${takeParent(authorId, place.parentId)})`,
        columns: sql`type, parent_id, root_id, level, path`,
        values: sql`'reply'::thread_type, parent.id, coalesce(parent.root_id, parent.id),
          ${placeBelowParent(id)}`,
        from: sql`author, parent`,
        around: { type: 'reply', table: sql`parent` },
        hasEntry: sql`false`,
      };
  }
}

const authorColumns = sql`id, username, name, picture_key, is_verified, is_private, thread_listing`;

function countedAuthor(authorId: string): Prisma.Sql {
  return sql`author AS (
    UPDATE users SET threads_count = threads_count + 1 WHERE id = ${authorId}::uuid
    RETURNING ${authorColumns}
  )`;
}

/** Replies are not counted; but the account has to stay until there is one. */
function presentAuthor(authorId: string): Prisma.Sql {
  return sql`author AS MATERIALIZED (
    SELECT ${authorColumns} FROM users WHERE id = ${authorId}::uuid FOR KEY SHARE
  )`;
}

// Both read from `author`, so that its row is locked before the thread's. Where the thread is being
// changed by somebody else they wait and look at it again: of what is deleted nothing is taken.

function takeParent(viewerId: string, parentId: string): Prisma.Sql {
  const parent = { thread: sql`above`, author: sql`owner` };
  return sql`
    UPDATE threads above SET replies_count = above.replies_count + 1
    FROM author, users owner
    WHERE above.id = ${parentId}::uuid AND owner.id = above.author_id AND above.deleted_at IS NULL
      AND ${canSee(viewerId, parent)} AND ${canReply(viewerId, parent.thread)}
    RETURNING above.id, above.author_id, above.root_id, above.level, above.path`;
}

function takeQuoted(viewerId: string, quotedId: string): Prisma.Sql {
  const quoted = { thread: sql`around`, author: sql`owner` };
  return sql`
    UPDATE threads around SET quotes_count = around.quotes_count + 1
    FROM author, users owner
    WHERE around.id = ${quotedId}::uuid AND owner.id = around.author_id
      AND around.deleted_at IS NULL
      AND ${canSee(viewerId, quoted)} AND ${canQuote(viewerId, quoted)}
    RETURNING around.id, around.author_id`;
}

/**
 * Level and path. A path is the parent's and 32 digits of its own, which sort by time. Below
 * level 5 nothing goes deeper: an answer there stands beside what it answers, and later.
 */
function placeBelowParent(id: string): Prisma.Sql {
  const own = id.replaceAll('-', '');
  return sql`least(parent.level + 1, 5),
    CASE WHEN parent.level < 5 THEN parent.path ELSE left(parent.path, -32) END || ${own}`;
}
