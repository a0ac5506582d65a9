import type { Viewer } from '../../platform/viewer.ts';
import { loadStatuses } from './load-statuses.ts';
import type { Entry } from './load-statuses.ts';
import { readMatching, readPage, withLinks } from '../pagination.ts';
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
  const [first, last] = [entries[0], entries.at(-1)];
  return withLinks(await loadStatuses(services, viewer, entries), {
    url: `${services.settings.publicUrl.origin}${path}`,
    limit: query.limit,
    first: first && getKey(first),
    last: last && getKey(last),
  });
}
