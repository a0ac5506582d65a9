import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, transformWithOxc } from 'vite';
import type { Plugin } from 'vite';

/**
 * Puts one small classic script first into the head. It runs before the first paint, which a
 * module script does not, and comes from a file of its own, since the content security policy
 * allows nothing inline.
 */
export function bootScript(options: { source: string }): Plugin {
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
      const path = join(root, options.source);
      this.addWatchFile(path);
      const script = await transformWithOxc(await readFile(path, 'utf8'), path);
      const { code } = await minify('boot.js', script.code, { module: false });
      const reference = this.emitFile({ type: 'asset', name: 'boot.js', source: code });
      fileName = this.getFileName(reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'script',
          attrs: { src: isBuild ? `/${fileName}` : `/${options.source}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
