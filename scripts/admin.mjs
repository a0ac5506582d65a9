// `npm run admin -- <command>`: what administrators do from the command line.
import { operate } from './launcher/operate.mjs';

process.exitCode = await operate('admin', process.argv.slice(2));
