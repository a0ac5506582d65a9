// `npm run backup -- FILE`: the whole instance into one file.
import { fromCaller, operate } from './launcher/operate.mjs';

process.exitCode = await operate('backup', process.argv.slice(2).map(fromCaller));
