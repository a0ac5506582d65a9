import { Prisma } from '@skein/db';
import { highestId, isId } from '../../platform/ids.ts';
import { windowFor } from '../../platform/window-sizes.ts';
import { canSee } from '../../platform/visibility.queries.ts';
import type { PageRange, Timeline } from './timeline.ts';

const { sql } = Prisma;

/** Whose, and who asks. */
interface FeedSlice {
  viewerId: string;
  userId: string;
}

/** `written`: threads, quotes and replies. `entries`: threads, quotes and plain reposts. */
type Part = 'written' | 'entries' | 'replies' | 'media';

const selectRows: Record<Part, (reading: FeedSlice, below: string) => Prisma.Sql> = {
  written: (reading, below) => selectWritten(reading, below, sql`true`),
  entries: selectEntries,
  replies: (reading, below) => selectWritten(reading, below, sql`thread.type = 'reply'`),
  media: (reading, below) => selectWritten(reading, below, hasFiles(reading.userId)),
};

/** What a person put out into the world, as far as the viewer may see it, newest first. */
export function userTimeline(part: Part, reading: FeedSlice): Timeline<string> {
  return {
    name: `${part}:${reading.userId}`,
    top: highestId,
    parseKey: (key) => (isId(key) ? key : null),
    select: (range) => select(part, reading, range),
  };
}

function select(
  part: Part,
  reading: FeedSlice,
  { below, skip, take }: PageRange<string>,
): Prisma.Sql {
  // Written out, not bound: the planner must know how few rows are wanted.
  const rows = Prisma.raw(String(windowFor(skip + take)));
  return sql`
    SELECT listed.thread_id, row_number() OVER (ORDER BY listed.key DESC)::int AS position,
      listed.key, listed.reposter_id
    FROM (${selectRows[part](reading, below)} ORDER BY key DESC LIMIT ${rows}) listed
    ORDER BY listed.key DESC OFFSET ${skip}::int LIMIT ${take}::int`;
}

function isVisible(viewerId: string): Prisma.Sql {
  return sql`thread.deleted_at IS NULL
    AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}

function selectWritten(
  { viewerId, userId }: FeedSlice,
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
  // The first part is asked once: who never published a file is not searched through.
  return sql`EXISTS (SELECT FROM media WHERE owner_id = ${userId}::uuid AND thread_id IS NOT NULL)
    AND EXISTS (SELECT FROM media WHERE media.thread_id = thread.id)`;
}

/** Who reposts a thread of their own has it there alone: no thread stands in a list twice. */
function selectEntries({ viewerId, userId }: FeedSlice, below: string): Prisma.Sql {
  return sql`
    SELECT entry.thread_id, entry.key,
      CASE WHEN entry.key <> entry.thread_id THEN entry.actor_id END AS reposter_id
    FROM feed_entries entry JOIN threads thread ON thread.id = entry.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE entry.actor_id = ${userId}::uuid AND entry.key < ${below}::uuid
      AND (entry.key <> entry.thread_id OR NOT EXISTS (SELECT FROM reposts
        WHERE user_id = entry.actor_id AND reposts.thread_id = entry.thread_id))
      AND ${isVisible(viewerId)}`;
}
