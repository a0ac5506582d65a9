// `npm run admin -- <command>`: administration from the command line.
import { runCli } from './launcher/run-cli.mjs';

process.exitCode = await runCli('admin', process.argv.slice(2));
