import { join } from 'node:path';
import type { Rolldown } from 'vite';

/** The files of these modules and all that they import, but for those the page itself names. */
export function listFiles(
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
