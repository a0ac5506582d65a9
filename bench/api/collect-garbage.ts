// Loaded into a server first: collects garbage on request and confirms it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// Available because of the flag.
const collectGarbage = runInNewContext('gc') as (how: object) => Promise<void>;

process.on('message', () => {
  void collectGarbage({ type: 'major', execution: 'async', flavor: 'last-resort' }).then(() =>
    process.send?.('collected'),
  );
});
// The channel does not keep the process alive.
process.channel?.unref();
