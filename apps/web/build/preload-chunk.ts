import type { Plugin } from 'vite';

/**
 * Requests a chunk together with the entry. The entry imports it dynamically, so the browser would
 * find it only after the entry has run: one round trip later.
 */
export function preloadChunk(name: string): Plugin {
  return {
    name: 'skein:preload-chunk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.name === name,
        );
        if (chunk === undefined) throw new Error(`There is no chunk named ${name}.`);
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
