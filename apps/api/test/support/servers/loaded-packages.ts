// Loaded into a server with `--import`: records the packages that it loads.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env['LOADED_PACKAGES_FILE'] ?? '';
const recorded = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (name !== undefined && !recorded.has(name)) {
      recorded.add(name);
      appendFileSync(file, `${name}\n`);
    }
    return nextLoad(url, context);
  },
});
