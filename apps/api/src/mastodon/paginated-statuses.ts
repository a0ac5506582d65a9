import type { Viewer } from '../platform/viewer.ts';
import { loadStatuses } from './load-statuses.ts';
import type { Entry } from './load-statuses.ts';
import { readPage, withLinks } from './pagination.ts';
import type { PageFields } from './pagination.ts';
import type { MastodonServices } from './services.ts';

interface Listing {
  viewer: Viewer;
  /** The path of the request. */
  path: string;
  query: PageFields;
}

/** A page of statuses with links to the next and previous ones. */
export async function listStatuses(
  services: Pick<MastodonServices, 'users' | 'settings'>,
  { viewer, path, query }: Listing,
  read: (range: { below: string | undefined; size: number }) => Promise<Entry[]>,
) {
  const keyOf = ({ key, thread }: Entry) => key ?? thread.id;
  const entries = await readPage({ read, keyOf }, query);
  const [first, last] = [entries[0], entries.at(-1)];
  return withLinks(await loadStatuses(services, viewer, entries), {
    url: `${services.settings.publicUrl.origin}${path}`,
    limit: query.limit,
    first: first && keyOf(first),
    last: last && keyOf(last),
  });
}
