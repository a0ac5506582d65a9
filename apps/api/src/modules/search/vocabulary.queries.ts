import { exists, Prisma } from '@skein/db';
import { isBlockedBetween, isPublic } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Which lexemes are words that may be mistyped: no tag, author, number or mark. Threads of runs of
 * characters have lexemes of one or two, which are too short.
 */
export const wordPattern = '^[^#@:0-9]{4,32}$';

/**
 * Words are known from public threads only: a search for a similar word must not reveal that a hidden
 * thread contains it.
 * @param document alias of `search_documents`
 */
export function isPublicDocument(document: Prisma.Sql): Prisma.Sql {
  return areAuthors(document, (author) => isPublic(author));
}

/** Whether a document is public, and its authors and the viewer do not block each other. */
export function isPublicTo(viewerId: string, document: Prisma.Sql): Prisma.Sql {
  return areAuthors(
    document,
    (author) => sql`${isPublic(author)}
      AND NOT ${isBlockedBetween(viewerId, sql`${author}.id`)}`,
  );
}

/**
 * Whether the source of a word still contains it and meets a condition. It is checked for every use:
 * the thread may have been deleted, edited or hidden since.
 * @param word alias of `search_words`
 */
export function hasSource(
  word: Prisma.Sql,
  condition: (document: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  return exists(sql`search_documents source
    WHERE source.thread_id = ${word}.source_thread_id
      AND source.document @@ quote_literal(${word}.word)::tsquery AND ${condition(sql`source`)}`);
}

/** The author of a document, and that of the root where it is a reply. */
function areAuthors(
  document: Prisma.Sql,
  condition: (author: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const author = sql`author`;
  const is = (id: Prisma.Sql) =>
    exists(sql`users author WHERE author.id = ${document}.${id} AND ${condition(author)}`);
  return sql`(${is(sql`author_id`)}
    AND (${document}.root_author_id IS NULL OR ${is(sql`root_author_id`)}))`;
}
