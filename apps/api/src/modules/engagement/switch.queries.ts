import { Prisma } from '@skein/db';
import {
  deleteAuthorNotification,
  notifyAuthor,
} from '../../platform/events/notification-writer.queries.ts';
import { takeThread } from './take-thread.queries.ts';

const { sql } = Prisma;

/** Something a person has with a thread or has not, and what counts it. */
interface Switch {
  viewerId: string;
  threadId: string;
  counter: 'likes_count' | 'reposts_count' | 'bookmarks_count';
  /** Deletes the viewer's row, if there is one, and gives an id for it. Null where it is to stay. */
  remove: Prisma.Sql | null;
  /** Inserts the viewer's row from `thread` and gives its id, unless it is there. Null for never. */
  add: ((unlessRemoved: Prisma.Sql) => Prisma.Sql) | null;
  /** Columns for `thread`, of `held` and `author`. */
  columns?: Prisma.Sql;
  /** What the thread's author is told of, if anything. */
  act?: 'like' | 'repost';
  /** More of the statement's WITH. */
  further?: Prisma.Sql;
  /** More columns of its answer. */
  answer?: Prisma.Sql;
}

export interface Switched {
  isRemoved: boolean;
  /** The counter afterwards. */
  count: number;
  /** For whom something to be told of has changed. */
  toldIds: string[];
}

/**
 * Switches in one statement, answering with a `Switched`, or with nothing where there is no thread.
 * Two that one person sends at once may both add: the second finds the first's row in its way and
 * counts nothing. The counter always moves by the rows that were really written.
 */
export function switchStatement(options: Switch): Prisma.Sql {
  const { viewerId, threadId, remove, add, act, columns, further, answer } = options;
  const counter = Prisma.raw(options.counter);
  const nothing = sql`SELECT id FROM thread WHERE false`;
  const nobody = sql`SELECT author_id AS recipient_id FROM thread WHERE false`;
  const own = (type: 'like' | 'repost', done: Prisma.Sql) => ({
    type,
    actorId: viewerId,
    from: sql`thread, ${done}`,
  });
  return sql`
    WITH ${takeThread(viewerId, threadId, sql`, held.author_id, held.${counter} ${columns ?? Prisma.empty}`)},
    removed AS (${remove ?? nothing}),
    added AS (${add?.(sql`NOT EXISTS (SELECT FROM removed)`) ?? nothing}),
    change AS MATERIALIZED (
      SELECT thread.*, (SELECT count(*)::int FROM added) - (SELECT count(*)::int FROM removed) AS delta
      FROM thread
    ), counted AS (
      UPDATE threads SET ${counter} = threads.${counter} + change.delta
      FROM change WHERE threads.id = change.id AND change.delta <> 0
    ), told AS (${act && add ? notifyAuthor(own(act, sql`added`)) : nobody}
    ), taken_back AS (${act && remove ? deleteAuthorNotification(own(act, sql`removed`)) : nobody}
    ) ${further ?? Prisma.empty}
    SELECT EXISTS (SELECT FROM removed) AS "isRemoved", change.${counter} + change.delta AS count,
      ARRAY(SELECT recipient_id FROM told UNION ALL SELECT recipient_id FROM taken_back) AS "toldIds"
      ${answer ?? Prisma.empty}
    FROM change`;
}
