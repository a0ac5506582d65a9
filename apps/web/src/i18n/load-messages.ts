import type { CatalogName } from '@skein/messages';
import { catalogs } from '@skein/messages/catalogs';
import { addMessages, locale } from './index.ts';

export type WebCatalogName = Exclude<CatalogName, 'server'>;

const loading = new Map<WebCatalogName, Promise<void>>();

/** Loads parts of the interface's language; those that are loaded are not loaded again. */
export async function loadMessages(...names: WebCatalogName[]): Promise<void> {
  await Promise.all(names.map(loadOnce));
}

/** Requests the loaded parts in another language, so that the browser has them for the next page. */
export async function cacheLanguage(language: typeof locale): Promise<void> {
  await Promise.all([...loading.keys()].map((name) => catalogs[language][name]()));
}

/**
 * Loads a part of the app together with the messages that it shows. Write the import as
 * `async () => (await import('./page.tsx')).Page`: the bundler then knows which export is used, and
 * does not split off the modules that the importing chunk shares with others.
 */
export async function withMessages<Part>(
  importPart: () => Promise<Part>,
  ...names: readonly WebCatalogName[]
): Promise<Part> {
  const [part] = await Promise.all([importPart(), loadMessages(...names)]);
  return part;
}

function loadOnce(name: WebCatalogName): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const started = load(name);
  loading.set(name, started);
  // The next part that needs it tries again.
  started.catch(() => loading.delete(name));
  return started;
}

async function load(name: WebCatalogName): Promise<void> {
  const { default: catalog } = await catalogs[locale][name]();
  addMessages(catalog);
}
