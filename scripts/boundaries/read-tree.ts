import { globSync } from 'node:fs';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IViolation } from 'dependency-cruiser';
import { orderedFolders, packageUses } from './order.ts';
import { boundaryRules } from './rules.ts';

const excludedDirectories = ['node_modules', 'dist', 'generated', 'reports'];

export interface TreeReport {
  violations: IViolation[];
  /** Folders that are missing in order.ts. */
  unplaced: string[];
  /** Source files that dependency-cruiser did not read. */
  unread: string[];
  modules: number;
  dependencies: number;
}

/** Checks every source file of the packages below `rootDir` against the rules. */
export async function readTree(rootDir: string): Promise<TreeReport> {
  const folders = Object.keys(packageUses);
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: rootDir,
    exclude: (name) => excludedDirectories.includes(name),
  });
  const { modules, summary } = await cruiseFiles(rootDir, files);
  const sources = new Map(modules.map((module) => [module.source, module]));
  return {
    violations: summary.violations,
    unplaced: findUnplaced(files),
    unread: files.filter((file) => !sources.has(file)),
    modules: files.length,
    dependencies: files.reduce((n, file) => n + (sources.get(file)?.dependencies.length ?? 0), 0),
  };
}

function findUnplaced(files: readonly string[]): string[] {
  const unplaced = orderedFolders.flatMap(({ base, parts, others }) => {
    const folders = files
      .filter((file) => file.startsWith(base))
      .map((file) => file.slice(base.length).split('/'))
      .flatMap(([folder, ...rest]) => (folder && rest.length > 0 ? [folder] : []));
    return folders
      .filter((folder) => !parts.includes(folder) && !others.includes(folder))
      .map((folder) => `${base}${folder}`);
  });
  return [...new Set(unplaced)];
}

async function cruiseFiles(rootDir: string, files: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(files, {
    baseDir: rootDir,
    ruleSet: { forbidden: boundaryRules },
    validate: true,
    doNotFollow: 'node_modules',
    exclude: `(^|/)(${excludedDirectories.slice(1).join('|')})/`,
    // Type imports count too: row types must not leave their module.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  });
  if (typeof output === 'string')
    throw new TypeError('dependency-cruiser returned text instead of a result');
  return output;
}
