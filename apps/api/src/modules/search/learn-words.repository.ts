import type { Database } from '@skein/db';
import { stretchLength } from './matches.queries.ts';

const jobName = 'search-words';

/**
 * Learns the words of threads that were made since it was done last, a stretch of them at a time.
 * Two servers may do it at once.
 */
export async function learnWords(database: Database): Promise<void> {
  while (await learnStretch(database));
}

async function learnStretch(database: Database): Promise<boolean> {
  const [learnt] = await database.$queryRaw<{ isMore: boolean }[]>`
    WITH done AS (
      SELECT coalesce((SELECT position FROM background_runs WHERE name = ${jobName}), 0) AS upto
    ), stretch AS MATERIALIZED (
      SELECT document, position FROM done, search_documents
      WHERE position > done.upto AND position <= done.upto + ${stretchLength}::int
    ), learnt AS (
      INSERT INTO search_words (word)
      SELECT DISTINCT lexeme FROM stretch, unnest(document)
      WHERE lexeme ~ '^[^#@:0-9]{4,32}$' ORDER BY lexeme
      ON CONFLICT DO NOTHING
    ), last AS (SELECT coalesce(max(position), 0) AS position FROM search_documents)
    INSERT INTO background_runs (name, ran_at, position)
    SELECT ${jobName}, now(), least(done.upto + ${stretchLength}::int, last.position) FROM done, last
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at,
      position = greatest(background_runs.position, excluded.position)
    RETURNING position < (SELECT position FROM last) AS "isMore"`;
  return learnt?.isMore ?? false;
}
