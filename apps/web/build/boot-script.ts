import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';

/**
 * Builds the one classic script of index.html, given by its path there. A classic script runs
 * before the first paint, which a module does not, and the content security policy leaves no
 * other place for it than a file of its own; Vite itself bundles modules only.
 */
export function bootScript(options: { source: string }): Plugin {
  let root = '';
  let fileName = '';
  return {
    name: 'skein:boot-script',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async buildStart() {
      const path = join(root, options.source);
      const script = await transformWithOxc(await readFile(path, 'utf8'), path);
      const { code } = await minify('boot.js', script.code, { module: false });
      const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: code });
      fileName = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`/${options.source}`, `/${fileName}`),
    },
  };
}
