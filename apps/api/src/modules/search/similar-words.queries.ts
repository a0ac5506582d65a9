import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { hasSource, isPublicTo, wordPattern } from './vocabulary.queries.ts';
import { newThreadsProgress } from './update-vocabulary.repository.ts';

const { sql } = Prisma;

// The vocabulary lags behind by minutes: the newest threads are read directly.
const newestMax = 500;
const similarMax = 40;

/**
 * Words of public threads that are similar to a word, the most similar first. Hidden words are excluded
 * before the limit, so that they do not displace others.
 */
export async function listSimilarWords(
  database: Database,
  viewerId: string,
  word: string,
): Promise<string[]> {
  const rows = await database.query<{ word: string }>(similarWords(viewerId, word));
  return rows.map((row) => row.word);
}

function similarWords(viewerId: string, word: string): Prisma.Sql {
  return sql`
    WITH newest AS MATERIALIZED (
      SELECT document, author_id, root_author_id, is_public FROM search_documents
      WHERE position > coalesce(
        (SELECT position FROM background_runs WHERE name = ${newThreadsProgress}), 0)
      ORDER BY position DESC LIMIT ${newestMax}::int
    )
    SELECT word FROM (
      SELECT word FROM search_words known
      WHERE word % ${word} AND ${hasSource(sql`known`, (source) => isPublicTo(viewerId, source))}
      UNION
      SELECT lexeme FROM newest, unnest(document)
      WHERE lexeme % ${word} AND lexeme ~ ${wordPattern} AND ${isPublicTo(viewerId, sql`newest`)}
    ) candidate
    ORDER BY similarity(word, ${word}) DESC, word LIMIT ${similarMax}::int`;
}
