import type { Database } from '@skein/db';

// Words become known within minutes; those of the newest threads are looked for in these.
const newestMax = 500;
const similarMax = 40;

/** Words that threads were written with and that look like one, the most similar first. */
export async function listSimilarWords(database: Database, word: string): Promise<string[]> {
  const rows = await database.$queryRaw<{ word: string }[]>`
    WITH newest AS MATERIALIZED (
      SELECT document FROM search_documents
      WHERE position > coalesce((SELECT position FROM background_runs WHERE name = 'search-words'), 0)
      ORDER BY position DESC LIMIT ${newestMax}::int
    )
    SELECT word FROM (
      SELECT word FROM search_words WHERE word % ${word}
      UNION
      SELECT lexeme FROM newest, unnest(document) WHERE lexeme % ${word}
    ) known
    ORDER BY similarity(word, ${word}) DESC, word LIMIT ${similarMax}::int`;
  return rows.map((row) => row.word);
}
