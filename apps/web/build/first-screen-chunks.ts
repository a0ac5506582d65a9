import { join } from 'node:path';
import { normalizePath } from 'vite';
import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;
type Screen = keyof typeof screens;

const source = join(import.meta.dirname, '../src');
const page = (name: string) => `pages/${name}/${name}-page.tsx`;

/** The modules that the code of each screen begins with. */
const screens = {
  start: ['app/main.tsx'],
  login: [page('login')],
  otherPublic: [
    'about',
    'appeal',
    'authorize-app',
    'end-sessions',
    'forgot-password',
    'privacy',
    'register',
    'reset-password',
    'rules',
    'terms',
    'unsubscribe',
    'verify-email',
  ].map(page),
  layout: ['app/signed-in-layout.tsx'],
  feed: [page('feed')],
  panels: ['pages/side-panels/panels.tsx'],
  withoutThreads: [page('messages'), 'pages/settings/settings-pages.ts'],
};

/**
 * The screens import these libraries through files that refer to all their parts. A part is loaded
 * only with the code that uses it, such as the focus trap with dialogs.
 */
const isSplitLibrary = /\/node_modules\/(?!(?:\.pnpm|lucide-react|@tanstack)\/)/;

/** Smaller files are combined with others, before compression. */
const smallBytes = 4000;

type Uses = Record<Screen, boolean>;

/** The first chunk whose condition is true gets the module. */
const chunks: Record<string, (usedBy: Uses) => boolean> = {
  start: ({ start }) => start,
  public: ({ login, layout, feed }) => login && (layout || feed),
  login: ({ login }) => login,
  form: ({ otherPublic, layout, feed }) => otherPublic && (layout || feed),
  app: ({ layout, feed, panels, withoutThreads }) => layout || (withoutThreads && (feed || panels)),
  feed: ({ feed }) => feed,
  panels: ({ panels, otherPublic }) => panels && !otherPublic,
};

/**
 * Combines the modules that the first screens load into few files. Without this, each combination of
 * screens that use a module has a file of its own: a visit to the feed would request more than 100.
 */
export function groupFirstScreens(): Rolldown.CodeSplittingGroup[] {
  let modules: Record<Screen, Set<string>> | null = null;
  const groups = Object.entries(chunks).map(
    ([name, includes], index, { length }): Rolldown.CodeSplittingGroup => ({
      priority: length - index,
      debugName: name,
      // The conditions decide on these modules too.
      includeDependenciesRecursively: false,
      name(id, context) {
        if (isSplitLibrary.test(id)) return null;
        modules ??= collectAll(context);
        const usedBy = mapValues(modules, (ids) => ids.has(id));
        return includes(usedBy) ? name : null;
      },
    }),
  );
  const libraries = {
    name: 'library',
    test: isSplitLibrary,
    entriesAware: true,
    entriesAwareMergeThreshold: smallBytes,
    includeDependenciesRecursively: false,
  };
  return [...groups, libraries];
}

function collectAll(context: Context): Record<Screen, Set<string>> {
  return {
    ...mapValues(screens, (roots) => collect(roots, context, { withLazy: false })),
    // Their dialogs must not load the code of the feed.
    otherPublic: collect(screens.otherPublic, context, { withLazy: true }),
  };
}

/** Returns the ids of the modules and of all that they import. */
function collect(
  roots: readonly string[],
  context: Context,
  { withLazy }: { withLazy: boolean },
): Set<string> {
  const ids = new Set<string>();
  const rest = roots.map((file) => normalizePath(join(source, file)));
  const missing = rest.find((id) => context.getModuleInfo(id) === null);
  if (missing !== undefined) throw new Error(`${missing} is not a part of the app.`);
  for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
    const module = ids.has(id) ? null : context.getModuleInfo(id);
    if (module === null) continue;
    ids.add(id);
    rest.push(...module.importedIds, ...(withLazy ? module.dynamicallyImportedIds : []));
  }
  return ids;
}

function mapValues<Key extends string, Value, Result>(
  record: Record<Key, Value>,
  convert: (value: Value) => Result,
): Record<Key, Result> {
  const entries = Object.entries<Value>(record).map(([key, value]) => [key, convert(value)]);
  // Object.fromEntries does not preserve the types of the keys.
  return Object.fromEntries(entries) as Record<Key, Result>;
}
