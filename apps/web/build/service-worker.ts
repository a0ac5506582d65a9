import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bundleClassic } from './bundle-classic.ts';
import { listFiles } from './list-files.ts';

interface ServiceWorkerOptions {
  source: string;
  /** The lazy modules without which nothing can be shown off-line. */
  modules: readonly string[];
}

const alwaysNeeded = /\.(?:css|woff2)$|\/boot-[^/]+\.js$/;

/**
 * Builds the service worker as `/sw.js`, and tells it the files of the shell. It changes with any
 * of them, which is how browsers notice a new version.
 */
export function serviceWorker({ source, modules }: ServiceWorkerOptions): Plugin {
  let root = '';
  return {
    name: 'skein:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const files = listShell(bundle, root, modules);
      const version = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
      const code = await bundleClassic(join(root, source), {
        __SHELL__: JSON.stringify({ version, files }),
      });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
    },
  };
}

function listShell(bundle: Rolldown.OutputBundle, root: string, modules: readonly string[]) {
  const outputs = Object.values(bundle);
  const entries = outputs
    .filter((output) => output.type === 'chunk')
    .filter(({ isEntry }) => isEntry)
    .flatMap(({ fileName, imports }) => [fileName, ...imports]);
  const assets = outputs
    .map(({ fileName }) => `/${fileName}`)
    .filter((file) => alwaysNeeded.test(file));
  const wanted = entries.map((file) => `/${file}`);
  return [...new Set([...wanted, ...listFiles(bundle, root, modules), ...assets])];
}
