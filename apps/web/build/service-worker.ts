import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { bundleClassic } from './bundle-classic.ts';
import { listFiles } from './list-files.ts';

interface ServiceWorkerOptions {
  source: string;
  /** The lazy modules that a first visit loads anyway: cached at once, without another transfer. */
  firstVisit: readonly string[];
  /** The lazy modules of the other screens: cached on the next visit. */
  laterVisit: readonly string[];
}

const alwaysNeeded = /\.(?:css|woff2)$|\/boot-[^/]+\.js$/;

/**
 * Builds the service worker as `/sw.js` with the list of files to cache, and `/offline-screens.json`
 * with those of the other screens. The worker changes with any of them, which is how browsers notice
 * a new version.
 */
export function serviceWorker({ source, firstVisit, laterVisit }: ServiceWorkerOptions): Plugin {
  let root = '';
  return {
    name: 'skein:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const files = listShell(bundle, root, firstVisit);
      const screens = listFiles(bundle, root, laterVisit).filter((file) => !files.includes(file));
      const version = createHash('sha256')
        .update([...files, ...screens].join('\n'))
        .digest('hex')
        .slice(0, 16);
      const code = await bundleClassic(join(root, source), {
        __SHELL__: JSON.stringify({ version, files }),
      });
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
      // Read by later visits only, so not part of the worker.
      const list = JSON.stringify({ version, screens });
      this.emitFile({ type: 'asset', fileName: 'offline-screens.json', source: list });
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
