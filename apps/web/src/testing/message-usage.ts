import { getCatalogName } from '@skein/messages';
import type { CatalogName } from '@skein/messages';

/** The text of every source file by its path. */
export type Sources = Readonly<Record<string, string>>;

interface LazyImport {
  from: string;
  to: string;
  loaded: readonly string[];
}

const staticImport = /^(?:import|export)\s(?!type\b)(?:[^;']*?\sfrom\s)?'(\.[^']+)'/gm;
const lazyImport = /import\(\s*'(\.[^']+)',?\s*\)(?:\)\s*\.\w+(?:,?\s*\}\s*\))?)?((?:,\s*'\w+')*)/g;
const literal = /(['`])([a-zA-Z]+\.[\w.-]+|[a-zA-Z]+\.)(?:\1|\$\{)/g;

/**
 * Compares the catalogs that each lazily loaded part of the app loads (`withMessages`, `lazyPage`) with those
 * that contain its messages. A part may rely on what every part that loads it has loaded.
 * @param layouts the catalogs of the layout in which the routes of a file are shown
 */
export function findUnloadedCatalogs(
  sources: Sources,
  entry: string,
  keys: readonly string[],
  layouts: Readonly<Record<string, readonly string[]>> = {},
) {
  if (!(entry in sources)) throw new Error(`There is no ${entry}`);
  const needs = new Map<string, ReadonlySet<CatalogName>>();
  const available = new Map<string, ReadonlySet<string>>([[entry, new Set(['base'])]]);
  const sites = new Map<string, readonly LazyImport[]>();
  const queue = [entry];
  // Repeats until no part has fewer available catalogs than in the previous round.
  for (const part of queue) {
    const loaded = available.get(part) ?? new Set();
    const files = collectFiles(sources, part);
    needs.set(part, new Set(files.flatMap((file) => listCatalogs(sources[file] ?? '', keys))));
    const imports = files.flatMap((file) => listLazyImports(file, sources[file] ?? ''));
    sites.set(part, imports);
    for (const { from, to, loaded: added } of imports) {
      if (!(to in sources)) continue;
      const here = new Set([...loaded, ...added, ...(layouts[from] ?? [])]);
      const before = available.get(to);
      const both = before ? new Set([...before].filter((name) => here.has(name))) : here;
      if (before && both.size === before.size) continue;
      available.set(to, both);
      queue.push(to);
    }
  }
  return [...needs].flatMap(([part, wanted]) => {
    const missing = [...wanted].filter((name) => !available.get(part)?.has(name));
    return missing.length > 0 ? [`${part} does not load the messages ${missing.join(', ')}`] : [];
  });
}

/** A file, and everything that it imports statically. */
function collectFiles(sources: Sources, root: string): string[] {
  const found = new Set([root]);
  for (const file of found) {
    for (const [, path = ''] of (sources[file] ?? '').matchAll(staticImport)) {
      const target = resolve(file, path);
      if (target in sources) found.add(target);
    }
  }
  return [...found];
}

function listLazyImports(from: string, source: string): LazyImport[] {
  return [...source.matchAll(lazyImport)].map(([, path = '', names = '']) => ({
    from,
    to: resolve(from, path),
    loaded: [...names.matchAll(/\w+/g)].map(([name]) => name),
  }));
}

/** The catalogs of the messages that a file names, also by a key that is put together. */
function listCatalogs(source: string, keys: readonly string[]): CatalogName[] {
  const named = [...source.matchAll(literal)].flatMap(([whole, , start = '']) =>
    keys.filter((key) => (whole.endsWith('${') ? key.startsWith(start) : key === start)),
  );
  return [...new Set(named.flatMap((key) => getCatalogName(key) ?? []))];
}

function resolve(from: string, path: string): string {
  return new URL(path, `file:///${from}`).pathname.slice(1);
}
