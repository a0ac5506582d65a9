import { isLookupError } from '../domain/lookup-error.ts';

/** As in Mastodon, a search finds what is stored if another server does not respond in time. */
export async function searchWithLookup<Found>(
  fetches: boolean,
  search: (fetches: boolean) => Promise<Found>,
): Promise<Found> {
  try {
    return await search(fetches);
  } catch (error) {
    if (fetches && isLookupError(error)) return search(false);
    throw error;
  }
}
