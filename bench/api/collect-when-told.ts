// Loaded into a server before anything else: once told, it lets go of its garbage, and says so.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// What the flag makes of this name.
const collectGarbage = runInNewContext('gc') as (how: object) => Promise<void>;

process.on('message', () => {
  void collectGarbage({ type: 'major', execution: 'async', flavor: 'last-resort' }).then(() =>
    process.send?.('collected'),
  );
});
// It ends as if nobody could tell it anything.
process.channel?.unref();
