import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { hasSource, isPublicDocument, wordPattern } from './vocabulary.queries.ts';
import { bucketSize } from './matches.queries.ts';

const { sql } = Prisma;

/** How far new threads have been read; `similar-words.queries.ts` reads the rest directly. */
export const newThreadsProgress = 'learn-words';
/** How far all threads have been read again: of an account that became public, for example. */
const allThreadsProgress = 'relearn-words';

const pruneBatchSize = 5000;

/**
 * Learns the words of public threads: of those written since the last run, and of one stretch of
 * older ones. Two servers may do it at once.
 */
export async function updateVocabulary(database: Database): Promise<void> {
  while (await addWordsOfBucket(database, newThreadsProgress));
  const isMore = await addWordsOfBucket(database, allThreadsProgress);
  if (!isMore) await database.backgroundRun.deleteMany({ where: { name: allThreadsProgress } });
}

async function addWordsOfBucket(database: Database, progress: string): Promise<boolean> {
  const [learned] = await database.$queryRaw<{ isMore: boolean }[]>`
    WITH last AS (SELECT coalesce(max(position), 0) AS position FROM search_documents),
    done AS (
      SELECT least(last.position, coalesce(
        (SELECT position FROM background_runs WHERE name = ${progress}), 0)) AS upto FROM last
    ), stretch AS MATERIALIZED (
      SELECT document, thread_id, position FROM done, search_documents
      WHERE position > done.upto AND position <= done.upto + ${bucketSize}::int
        AND ${isPublicDocument(sql`search_documents`)}
    ), found AS (
      SELECT DISTINCT ON (lexeme) lexeme AS word, thread_id FROM stretch, unnest(document)
      WHERE lexeme ~ ${wordPattern} ORDER BY lexeme, position DESC
    ), learned AS (
      INSERT INTO search_words (word, source_thread_id)
      SELECT word, thread_id FROM found ORDER BY word
      ON CONFLICT DO NOTHING
    )
    INSERT INTO background_runs (name, ran_at, position)
    SELECT ${progress}, now(), least(done.upto + ${bucketSize}::int, last.position) FROM done, last
    ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at, position = excluded.position
    RETURNING position < (SELECT position FROM last) AS "isMore"`;
  return learned?.isMore ?? false;
}

/**
 * Removes the words whose source is no longer public or no longer contains them. Those that another
 * public thread contains are learned again.
 */
export async function pruneVocabulary(database: Database): Promise<void> {
  let after = '';
  for (;;) {
    const [batch] = await database.$queryRaw<{ lastWord: string | null }[]>`
      WITH batch AS MATERIALIZED (
        SELECT word FROM search_words WHERE word > ${after}
        ORDER BY word LIMIT ${pruneBatchSize}::int
      ), forgotten AS (
        DELETE FROM search_words known USING batch
        WHERE known.word = batch.word AND NOT ${hasSource(sql`known`, isPublicDocument)}
      )
      SELECT max(word) AS "lastWord" FROM batch`;
    if (!batch || batch.lastWord === null) return;
    after = batch.lastWord;
  }
}
