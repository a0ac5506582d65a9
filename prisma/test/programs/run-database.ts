// Starts the embedded PostgreSQL in the given data directory, prints its URL and runs until killed.
import { startEmbeddedPostgres } from '../../embedded/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const { url } = await startEmbeddedPostgres({ dataDir, log: () => undefined });
process.stdout.write(`${url}\n`);
setInterval(() => undefined, 60_000);
