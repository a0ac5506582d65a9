import { join } from 'node:path';
import { firstScreens } from './first-screens.ts';

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * Names the chunk of all that a screen needs for its first sight beyond what every screen starts
 * with, also of what other screens share with it: a dozen small files would compress worse, by
 * some kilobytes.
 */
export function firstScreenGroup(screen: 'feed') {
  let wanted: ReadonlySet<string> | null = null;
  return (id: string, graph: ModuleGraph): string | null => {
    wanted ??= collectWanted(screen, graph);
    return wanted.has(id) ? screen : null;
  };
}

function collectWanted(screen: 'feed', graph: ModuleGraph): ReadonlySet<string> {
  const { login, register } = firstScreens;
  const everywhere = collectImports(['src/app/main.tsx', ...login, ...register], graph);
  const here = collectImports(firstScreens[screen], graph);
  return new Set([...here].filter((id) => !everywhere.has(id)));
}

/** What these modules import, and all that it imports; they keep chunks of their own. */
function collectImports(modules: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const roots = modules.map((module) => join(import.meta.dirname, '..', module));
  const found = new Set(roots);
  // A set goes on with what is added on the way.
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  for (const root of roots) found.delete(root);
  return found;
}
