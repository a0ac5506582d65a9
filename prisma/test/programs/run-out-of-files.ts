// Runs the embedded PostgreSQL of the given data directory while no file can be opened, as under a
// flood of connections, and then prints whether the database responds.
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../../connection.ts';
import { startEmbeddedPostgres } from '../../embedded/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const files = openAll();
await sleep(2500);
for (const file of files) closeSync(file);
const result = await withConnection(database.url, (client) => client.query('SELECT 1 AS one'));
await database.stop();
process.stdout.write(`${JSON.stringify(result.rows)}\n`);

function openAll(): number[] {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync('/dev/null', 'r'));
  } catch {
    return opened;
  }
}
