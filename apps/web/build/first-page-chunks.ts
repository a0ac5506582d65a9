import path from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/**
 * Names the chunk of each module that a first page needs. First pages are the dynamic imports of the
 * entry; all other chunks load after one of them. Modules are grouped by the first pages that import
 * them, and a later page finds them there; what the entry itself imports is one chunk. Automatic
 * chunking would also split them by the later pages, into dozens of small files, which take more
 * requests and compress worse.
 * @param entry the absolute path of index.html
 */
export function firstPageChunks(entry: string) {
  let names: ReadonlyMap<string, string> | null = null;
  return (id: string, graph: Graph): string | null => {
    names ??= nameChunks(entry, graph);
    return names.get(id) ?? null;
  };
}

function nameChunks(entry: string, graph: Graph): ReadonlyMap<string, string> {
  const start = collectStaticImports(entry, graph);
  const pages = new Set(
    [...start].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  );
  const names = new Map([...start].map((id) => [id, 'start']));
  for (const page of pages) {
    const modules = collectStaticImports(page, graph);
    // A module without imports, such as a catalog of messages, is a chunk of its own anyway. In a group,
    // it would need an object for its namespace, and each import of it a list of what it imports.
    if (modules.size === 1) continue;
    for (const id of modules) {
      const name = `${path.basename(path.dirname(page))}-${path.parse(page).name}`;
      const others = names.get(id);
      if (!start.has(id)) names.set(id, others === undefined ? name : `${others}~${name}`);
    }
  }
  return names;
}

/** A module and everything that it imports statically. */
function collectStaticImports(root: string, graph: Graph): ReadonlySet<string> {
  const found = new Set([root]);
  // Iterating over a set includes what is added meanwhile.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}
