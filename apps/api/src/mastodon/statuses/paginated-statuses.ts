import type { Viewer } from '../../platform/viewer.ts';
import { loadStatuses } from './load-statuses.ts';
import type { Entry } from './load-statuses.ts';
import { readMatching, readPage, withPageLinks } from '../pagination.ts';
import type { PageFields, Range } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

interface Listing {
  viewer: Viewer;
  /** The path and query of the request. */
  path: string;
  query: PageFields;
}

const getKey = ({ key, thread }: Entry) => key ?? thread.id;

/** Narrows a list to the entries that match. */
export function onlyMatching(
  read: (range: Range) => Promise<Entry[]>,
  matches: (entry: Entry) => boolean,
): (range: Range) => Promise<Entry[]> {
  return (range) => readMatching({ read, getKey }, matches, range);
}

export const hasFiles = ({ thread }: Entry): boolean => thread.media.length > 0;

/** A page of statuses with links to the next and previous ones. */
export async function listStatuses(
  services: Pick<MastodonServices, 'users' | 'settings'>,
  { viewer, path, query }: Listing,
  read: (range: Range) => Promise<Entry[]>,
) {
  const entries = await readPage({ read, getKey }, query);
  const statuses = await loadStatuses(services, viewer, entries);
  return withPageLinks(services, { path, query, keys: entries.map(getKey) }, statuses);
}
