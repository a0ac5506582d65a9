import { join } from 'node:path';
import type { Plugin } from 'vite';
import { bundleClassic } from './bundle-classic.ts';
import { listFiles } from './list-files.ts';

interface BootScriptOptions {
  /** Its path, as index.html names it. */
  source: string;
  /** The lazy modules of each screen, whose files are written as `data-<screen>` at its tag. */
  screens: Readonly<Record<string, readonly string[]>>;
}

/**
 * Builds the one classic script of index.html. A classic script runs before the first paint,
 * which a module does not, and the content security policy leaves no other place for it than a
 * file of its own; Vite itself bundles modules only. While developing it is a module.
 */
export function bootScript({ source, screens }: BootScriptOptions): Plugin {
  const tag = `<script vite-ignore src="/${source}"`;
  let root = '';
  let isBuild = false;
  let fileName = '';
  return {
    name: 'skein:boot-script',
    configResolved(config) {
      root = config.root;
      isBuild = config.command === 'build';
    },
    async buildStart() {
      if (!isBuild) return;
      const code = await bundleClassic(join(root, source));
      const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: code });
      fileName = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html.replace(tag, `<script type="module" src="/${source}"`);
        const files = Object.entries(screens).map(
          ([screen, modules]) => `data-${screen}="${listFiles(bundle, root, modules).join(' ')}"`,
        );
        return html.replace(`src="/${source}"`, `src="/${fileName}" ${files.join(' ')}`);
      },
    },
  };
}
