import { preloadResponse } from '../api/preloaded-response.ts';
import { firstPageRequest } from '../features/feed/api/first-page-request.ts';
import { readFeedKind } from '../features/feed/model/feed-kind.ts';
import { paths } from '../lib/paths.ts';
import { isTokenValid } from '../lib/session/token.ts';
import { readItem, storageKeys } from '../lib/storage.ts';
import { findFirstPage } from './first-pages.ts';

/** Requests the code, and for the feed also the data, of the page that a visit starts with. */
export async function preloadFirstPage(address: Pick<Location, 'pathname' | 'search'>) {
  const { pathname, search } = address;
  const storedToken = readItem(storageKeys.accessToken);
  const token = storedToken !== null && isTokenValid(storedToken) ? storedToken : null;
  if (token !== null && pathname === paths.feed) {
    preloadResponse(firstPageRequest(readFeedKind(new URLSearchParams(search))), token);
  }
  await findFirstPage(pathname, token !== null)
    .load()
    .catch(() => {
      // It is requested again when it is shown.
    });
}
