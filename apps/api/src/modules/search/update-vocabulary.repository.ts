import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { hasSource, isPublicDocument, wordPattern } from './vocabulary.queries.ts';
import { bucketSize } from './plan-read.ts';

const { sql } = Prisma;

/** Name of the stored progress in new threads. `similar-words.queries.ts` reads newer threads directly. */
export const newThreadsProgress = 'learn-words';
/** Name of the stored progress in all threads, which finds those of accounts that have become public. */
const allThreadsProgress = 'relearn-words';

const pruneBatchSize = 5000;

/**
 * Adds the words of public threads to the vocabulary: of threads since the last run, and of one bucket
 * of older ones. Two servers can run it at once.
 */
export async function updateVocabulary(database: Database): Promise<void> {
  while (await addWordsOfBucket(database, newThreadsProgress));
  const isMore = await addWordsOfBucket(database, allThreadsProgress);
  if (!isMore) await database.backgroundRun.deleteMany({ where: { name: allThreadsProgress } });
}

async function addWordsOfBucket(database: Database, progress: string): Promise<boolean> {
  const [progressRow] = await database.query<{ isMore: boolean }>(sql`
    WITH last AS (SELECT coalesce(max(position), 0) AS position FROM search_documents),
    done AS (
      SELECT least(last.position, coalesce(
        (SELECT position FROM background_runs WHERE name = ${progress}), 0)) AS upto FROM last
    ), bucket AS MATERIALIZED (
      SELECT document, thread_id, position FROM done, search_documents
      WHERE position > done.upto AND position <= done.upto + ${bucketSize}::int
        AND ${isPublicDocument(sql`search_documents`)}
    ), new_word AS (
      SELECT DISTINCT ON (lexeme) lexeme AS word, thread_id FROM bucket, unnest(document)
      WHERE lexeme ~ ${wordPattern} ORDER BY lexeme, position DESC
    ), inserted AS (
      INSERT INTO search_words (word, source_thread_id)
      SELECT word, thread_id FROM new_word ORDER BY word
      ON CONFLICT DO NOTHING
    )
    INSERT INTO background_runs (name, ran_at, position)
    SELECT ${progress}, now(), least(done.upto + ${bucketSize}::int, last.position) FROM done, last
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at, position = excluded.position
    RETURNING position < (SELECT position FROM last) AS "isMore"`);
  return progressRow?.isMore ?? false;
}

/**
 * Deletes words whose source is no longer public or no longer contains them. A later run of
 * `updateVocabulary` adds those again that other public threads contain.
 */
export async function pruneVocabulary(database: Database): Promise<void> {
  let after = '';
  for (;;) {
    const [batch] = await database.query<{ lastWord: string | null }>(sql`
      WITH batch AS MATERIALIZED (
        SELECT word FROM search_words WHERE word > ${after}
        ORDER BY word LIMIT ${pruneBatchSize}::int
      ), deleted AS (
        DELETE FROM search_words known USING batch
        WHERE known.word = batch.word AND NOT ${hasSource(sql`known`, isPublicDocument)}
      )
      SELECT max(word) AS "lastWord" FROM batch`);
    if (!batch || batch.lastWord === null) return;
    after = batch.lastWord;
  }
}
