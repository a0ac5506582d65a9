import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const precachedFiles = '**/*.{js,css,svg,woff2}';
const emojiFile = /^assets\/emojis-(?<locale>\w+)-.*\.json$/;

/**
 * Builds the service worker as `/sw.js` with the list of all files to precache. The worker's code
 * changes with any of them, which is how browsers notice a new version.
 */
export function serviceWorker(source: string): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'skein:service-worker',
    apply: 'build',
    configResolved(config) {
      ({ root, publicDir } = config);
    },
    async generateBundle(_options, bundle) {
      const precache = listPrecache(bundle, publicDir);
      const code = await bundleClassicScript(join(root, source), precache);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
    },
  };
}

function listPrecache(bundle: Rolldown.OutputBundle, publicDir: string) {
  const hashedFiles = Object.keys(bundle).filter((file) => matchesGlob(file, precachedFiles));
  const publicFiles = globSync(precachedFiles, { cwd: publicDir });
  const emojis = Object.keys(bundle).flatMap((file) => {
    const locale = emojiFile.exec(file)?.groups?.['locale'];
    return locale === undefined ? [] : [[locale, `/${file}`] as const];
  });
  const version = createHash('sha256').update([...hashedFiles, ...emojis.flat()].join('\n'));
  for (const file of publicFiles) version.update(readFileSync(join(publicDir, file)));
  return {
    version: version.digest('hex').slice(0, 16),
    files: [...hashedFiles, ...publicFiles].map((file) => `/${file}`),
    emojis: Object.fromEntries(emojis),
  };
}

/** Vite's own output is modules, which not all browsers accept as a service worker. */
async function bundleClassicScript(input: string, precache: object): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __PRECACHE__: JSON.stringify(precache) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  if (!('output' in result) || result.output.length > 1) {
    throw new Error(`${input} must be bundled into one file`);
  }
  return result.output[0].code;
}
