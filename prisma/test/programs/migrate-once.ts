// Migrates the given database and says which migrations it applied.
import { migrate } from '../../migrate.ts';

const [url = ''] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await migrate(url, { log: () => undefined }))}\n`);
