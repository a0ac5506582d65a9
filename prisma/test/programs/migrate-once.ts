// Migrates the given database and prints the applied migrations.
import { migrate } from '../../migrate.ts';

const [url = ''] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify(await migrate(url, { log: () => undefined }))}\n`);
