// `npm run restore -- FILE`: an empty instance out of such a file.
import { fromCaller, operate } from './launcher/operate.mjs';

process.exitCode = await operate('restore', process.argv.slice(2).map(fromCaller));
