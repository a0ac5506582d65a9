import type { CatalogName } from '@skein/messages';
import { catalogs } from '@skein/messages/catalogs';
import { addMessages, locale } from './index.ts';

export type WebCatalogName = Exclude<CatalogName, 'server'>;

const loading = new Map<WebCatalogName, Promise<void>>();

/** Loads parts of the interface's language; those that are loaded are not loaded again. */
export async function loadMessages(...names: WebCatalogName[]): Promise<void> {
  await Promise.all(names.map(loadOnce));
}

/** A module that is being loaded, once the messages that it shows are loaded too. */
export async function withMessages<Module>(
  module: Promise<Module>,
  ...names: WebCatalogName[]
): Promise<Module> {
  const [loaded] = await Promise.all([module, loadMessages(...names)]);
  return loaded;
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
