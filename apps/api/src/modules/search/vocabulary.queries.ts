import { exists, Prisma } from '@skein/db';
import { isBlockedBetween, isPublic, isServerBlocked } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * The lexemes that spelling corrections use: no tags, authors, numbers or `is:` lexemes. Lexemes of
 * scripts without spaces have one or two characters, which is too short.
 */
export const wordPattern = '^[^#@:0-9]{4,32}$';

/**
 * Whether a document is public. Only public threads add words to the vocabulary: a correction must not
 * reveal that a hidden thread contains a word.
 * @param document Alias of `search_documents`.
 */
export function isPublicDocument(document: Prisma.Sql): Prisma.Sql {
  return haveAuthors(document, (author) => isPublic(author));
}

/** Whether a document is public, and the viewer sees its authors: nobody has blocked the other or their server. */
export function isPublicTo(viewerId: string, document: Prisma.Sql): Prisma.Sql {
  return haveAuthors(
    document,
    (author) => sql`${isPublic(author)}
      AND NOT ${isBlockedBetween(viewerId, sql`${author}.id`)} AND NOT ${isServerBlocked(viewerId, author)}`,
  );
}

/**
 * Whether the source thread of a word still contains it and meets a condition. Check it for every use,
 * because the thread may have been deleted, edited or hidden.
 * @param word Alias of `search_words`.
 */
export function hasSource(
  word: Prisma.Sql,
  condition: (document: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  return exists(sql`search_documents source
    WHERE source.thread_id = ${word}.source_thread_id
      AND source.document @@ quote_literal(${word}.word)::tsquery AND ${condition(sql`source`)}`);
}

/**
 * Whether a document is of a public thread, and a condition holds for its author and, for a reply, the
 * author of its root.
 */
function haveAuthors(
  document: Prisma.Sql,
  condition: (author: Prisma.Sql) => Prisma.Sql,
): Prisma.Sql {
  const author = sql`author`;
  const hasAuthor = (id: Prisma.Sql) =>
    exists(sql`users author WHERE author.id = ${document}.${id} AND ${condition(author)}`);
  return sql`(${document}.is_public AND ${hasAuthor(sql`author_id`)}
    AND (${document}.root_author_id IS NULL OR ${hasAuthor(sql`root_author_id`)}))`;
}
