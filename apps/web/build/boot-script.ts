import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

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

async function bundleClassic(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  });
  if (!('output' in result) || result.output.length > 1) {
    throw new Error(`${input} has to become one file`);
  }
  return result.output[0].code;
}

/** The files of these modules and all that they import, but for those the page itself names. */
function listFiles(
  bundle: Rolldown.OutputBundle,
  root: string,
  modules: readonly string[],
): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const findFiles = (isRoot: (chunk: Rolldown.OutputChunk) => boolean) => {
    const found = new Set<Rolldown.OutputChunk>(chunks.filter(isRoot));
    // A set goes on with what is added on the way.
    for (const { imports } of found) {
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
    }
    return [...found].map(({ fileName }) => fileName);
  };
  const ids = new Set(modules.map((module) => join(root, module)));
  const known = new Set(findFiles(({ isEntry }) => isEntry));
  return findFiles(({ facadeModuleId }) => facadeModuleId !== null && ids.has(facadeModuleId))
    .filter((fileName) => !known.has(fileName))
    .map((fileName) => `/${fileName}`);
}
