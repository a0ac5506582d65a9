import { exists, existsUnique, Prisma } from '@skein/db';
import { highestId, isId } from '../../platform/ids.ts';
import { windowFor } from '../../platform/window-sizes.ts';
import { canSeeUndeleted } from '../../domain/visibility.queries.ts';
import type { PageRange, Timeline } from './timeline.ts';

const { sql } = Prisma;

/** The viewer, and the user whose threads are listed. */
interface TimelineUsers {
  viewerId: string;
  userId: string;
}

/** `written`: threads, quotes and replies. `entries`: threads, quotes and reposts without text. */
type TimelineTab = 'written' | 'entries' | 'replies' | 'media';

const selectRows: Record<TimelineTab, (users: TimelineUsers, below: string) => Prisma.Sql> = {
  written: (users, below) => selectWritten(users, below, sql`true`),
  entries: selectEntries,
  replies: (users, below) => selectWritten(users, below, sql`thread.type = 'reply'`),
  media: (users, below) => selectWritten(users, below, hasFiles(users.userId)),
};

/** What a user has published, as far as the viewer may see it, newest first. */
export function userTimeline(tab: TimelineTab, users: TimelineUsers): Timeline<string> {
  return {
    name: `${tab}:${users.userId}`,
    top: highestId,
    parseKey: (key) => (isId(key) ? key : null),
    select: (range) => select(tab, users, range),
  };
}

function select(
  tab: TimelineTab,
  users: TimelineUsers,
  { below, skip, take }: PageRange<string>,
): Prisma.Sql {
  // A constant, not a parameter: PostgreSQL must know that few rows are requested.
  const rows = Prisma.raw(String(windowFor(skip + take)));
  return sql`
    SELECT listed.thread_id, row_number() OVER (ORDER BY listed.key DESC)::int AS position,
      listed.key, listed.reposter_id
    FROM (${selectRows[tab](users, below)} ORDER BY key DESC LIMIT ${rows}) listed
    ORDER BY listed.key DESC OFFSET ${skip}::int LIMIT ${take}::int`;
}

function isVisible(viewerId: string): Prisma.Sql {
  return sql`thread.deleted_at IS NULL
    AND ${canSeeUndeleted(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}

function selectWritten(
  { viewerId, userId }: TimelineUsers,
  below: string,
  condition: Prisma.Sql,
): Prisma.Sql {
  return sql`
    SELECT thread.id AS thread_id, thread.id AS key, NULL::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.author_id = ${userId}::uuid AND thread.id < ${below}::uuid
      AND ${condition} AND ${isVisible(viewerId)}`;
}

function hasFiles(userId: string): Prisma.Sql {
  // The first tab is evaluated once: it avoids users all threads of a user without files.
  return sql`CASE WHEN author.domain IS NULL
    THEN EXISTS (SELECT FROM media WHERE owner_id = ${userId}::uuid AND thread_id IS NOT NULL)
      AND ${exists(sql`media WHERE media.thread_id = thread.id`)}
    ELSE ${exists(sql`remote_attachments file WHERE file.thread_id = thread.id`)} END`;
}

/** A user's repost of their own thread replaces the entry of the thread, so that it is listed once. */
function selectEntries({ viewerId, userId }: TimelineUsers, below: string): Prisma.Sql {
  return sql`
    SELECT entry.thread_id, entry.key,
      CASE WHEN entry.key <> entry.thread_id THEN entry.actor_id END AS reposter_id
    FROM feed_entries entry JOIN threads thread ON thread.id = entry.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE entry.actor_id = ${userId}::uuid AND entry.key < ${below}::uuid
      AND (entry.key <> entry.thread_id OR NOT ${existsUnique(sql`reposts
        WHERE user_id = entry.actor_id AND reposts.thread_id = entry.thread_id`)})
      AND ${isVisible(viewerId)}`;
}
