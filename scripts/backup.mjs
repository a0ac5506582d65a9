// `npm run backup -- FILE`: backs the whole instance up to one file.
import { fromCaller, runCli } from './launcher/run-cli.mjs';

process.exitCode = await runCli('backup', process.argv.slice(2).map(fromCaller));
