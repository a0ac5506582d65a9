// `npm run restore -- FILE`: restores a backup to an empty instance.
import { fromCaller, runCli } from './launcher/run-cli.mjs';

process.exitCode = await runCli('restore', process.argv.slice(2).map(fromCaller));
