import { Prisma } from '@skein/db';
import { canSeeUndeleted } from '../../domain/visibility.queries.ts';
import { highestId, isId } from '../../platform/ids.ts';
import type { Timeline } from './timeline.ts';

const { sql } = Prisma;

/** The quotes of a thread, as far as the viewer may see them, newest first. */
export function quotesTimeline(viewerId: string, quotedId: string): Timeline<string> {
  return {
    name: `quotes:${quotedId}`,
    top: highestId,
    parseKey: (key) => (isId(key) ? key : null),
    // OFFSET 0 makes PostgreSQL check quotes in index order until the page is full.
    select: ({ below, skip, take }) => sql`
      SELECT quote.id AS thread_id, row_number() OVER (ORDER BY quote.id DESC)::int AS position,
        quote.id AS key, NULL::uuid AS reposter_id
      FROM (
        SELECT id, author_id, parent_id, root_id, audience FROM threads
        WHERE quoted_id = ${quotedId}::uuid AND id < ${below}::uuid AND deleted_at IS NULL
        ORDER BY id DESC OFFSET 0
      ) quote JOIN users author ON author.id = quote.author_id
      WHERE ${canSeeUndeleted(viewerId, { thread: sql`quote`, author: sql`author` })}
      ORDER BY quote.id DESC OFFSET ${skip}::int LIMIT ${take}::int`,
  };
}
