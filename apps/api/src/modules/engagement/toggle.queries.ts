import { Prisma } from '@skein/db';
import {
  deleteAuthorNotification,
  notifyAuthor,
} from '../../domain/events/notification-writer.queries.ts';
import { lockedThread } from './locked-thread.queries.ts';

const { sql } = Prisma;

/** A like, bookmark or repost: a row of one user for one thread, and its counter. */
interface Toggle {
  viewerId: string;
  threadId: string;
  counter: 'likes_count' | 'reposts_count' | 'bookmarks_count';
  /** A DELETE of the viewer's row, if it exists, that returns an id. Null to keep the row. */
  remove: Prisma.Sql | null;
  /** An INSERT of the viewer's row from `thread`, if it does not exist. Null to insert none. */
  add: ((isNotRemoved: Prisma.Sql) => Prisma.Sql) | null;
  /** Further columns of `thread`, from `target` and `author`. */
  columns?: Prisma.Sql;
  /** The notification of the thread's author, if any. */
  notificationType?: 'like' | 'repost';
  /** Further CTEs. */
  ctes?: Prisma.Sql;
  /** Further columns of the result. */
  resultColumns?: Prisma.Sql;
}

export interface ToggleResult {
  isRemoved: boolean;
  /** The counter afterwards. */
  count: number;
  /** The recipients of changed notifications. */
  recipientIds: string[];
}

/**
 * Toggles in one statement, which returns a `ToggleResult`, or no row when the viewer may not see the
 * thread. Of two concurrent requests of one user that both insert, the second conflicts with the row
 * of the first and does not count. The counter changes by the rows actually written.
 */
export function toggleStatement(options: Toggle): Prisma.Sql {
  const { viewerId, threadId, remove, add, notificationType, columns, ctes, resultColumns } =
    options;
  const counter = Prisma.raw(options.counter);
  const noRows = sql`SELECT id FROM thread WHERE false`;
  const noRecipients = sql`SELECT author_id AS recipient_id FROM thread WHERE false`;
  const action = (type: 'like' | 'repost', changed: Prisma.Sql) => ({
    type,
    actorId: viewerId,
    from: sql`thread, ${changed}`,
  });
  return sql`
    WITH ${lockedThread(viewerId, threadId, sql`, target.author_id, target.${counter} ${columns ?? Prisma.empty}`)},
    removed AS (${remove ?? noRows}),
    added AS (${add?.(sql`NOT EXISTS (SELECT FROM removed)`) ?? noRows}),
    change AS MATERIALIZED (
      SELECT thread.*, (SELECT count(*)::int FROM added) - (SELECT count(*)::int FROM removed) AS delta
      FROM thread
    ), counted AS (
      UPDATE threads SET ${counter} = threads.${counter} + change.delta
      FROM change WHERE threads.id = change.id AND change.delta <> 0
    ), notified AS (${notificationType && add ? notifyAuthor(action(notificationType, sql`added`)) : noRecipients}
    ), deleted_notifications AS (${notificationType && remove ? deleteAuthorNotification(action(notificationType, sql`removed`)) : noRecipients}
    ) ${ctes ?? Prisma.empty}
    SELECT EXISTS (SELECT FROM removed) AS "isRemoved", change.${counter} + change.delta AS count,
      ARRAY(SELECT recipient_id FROM notified UNION ALL SELECT recipient_id FROM deleted_notifications) AS "recipientIds"
      ${resultColumns ?? Prisma.empty}
    FROM change`;
}
