import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const intervalMs = 100;
const idleSamples = 30;
const timeoutMs = 600_000;

/**
 * Waits until the server has run no statement for about three seconds. After its start, its background jobs
 * read large databases for minutes, for example to remove words from the vocabulary of the search.
 */
export async function waitForJobs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const deadline = performance.now() + timeoutMs;
    for (let idle = 0; idle < idleSamples;) {
      if (performance.now() > deadline) throw new Error('The background jobs have not ended.');
      const { rows } = await client.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'skein' AND state <> 'idle'`,
      );
      idle = rows.length === 0 ? idle + 1 : 0;
      await sleep(intervalMs);
    }
  } finally {
    await client.end();
  }
}
