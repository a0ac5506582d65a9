import * as routes from '@skein/contracts/routes';
import { preloadResponse } from '../api/preloaded-response.ts';
import { firstPageOptions } from '../features/feed/first-page-request.ts';
import { readFeedKind } from '../features/feed/feed-kind.ts';
import { paths } from '../lib/paths.ts';
import { getAccessToken } from '../lib/session/index.ts';

/** Requests the threads of the feed, if a visit starts with it, while its code is loading. */
export function preloadFeed({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const token = getAccessToken();
  if (token === null || pathname !== paths.feed) return;
  preloadResponse(
    routes.listFeed,
    firstPageOptions(readFeedKind(new URLSearchParams(search))),
    token,
  );
}
