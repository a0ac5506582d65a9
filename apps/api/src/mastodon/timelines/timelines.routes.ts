import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';
import { cursorFields, readCursorPage } from '../accounts/paginated-accounts.ts';
import { hasFiles, listStatuses, onlyMatching } from '../statuses/paginated-statuses.ts';
import { pageFields } from '../pagination.ts';
import type { Range } from '../pagination.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const optionalFlag = flag.default(false);

const homeTimeline = defineMastodonRoute({
  id: 'mastodon.homeTimeline',
  method: 'GET',
  path: '/v1/timelines/home',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields,
});

const publicTimeline = defineMastodonRoute({
  id: 'mastodon.publicTimeline',
  method: 'GET',
  path: '/v1/timelines/public',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields.extend({ remote: optionalFlag, only_media: optionalFlag }),
});

/** As many further hashtags as Mastodon respects of each kind. */
const furtherTagsMax = 4;
const furtherTags = oneOrMore(100)
  .transform((tags) => tags.slice(0, furtherTagsMax))
  .default([]);

const tagTimeline = defineMastodonRoute({
  id: 'mastodon.tagTimeline',
  method: 'GET',
  path: '/v1/timelines/tag/{tag}',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields.extend({
    remote: optionalFlag,
    only_media: optionalFlag,
    any: furtherTags,
    all: furtherTags,
    none: furtherTags,
  }),
});

const listLikedOrBookmarked = (name: 'bookmarks' | 'favourites') =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v1/${name}`,
    auth: 'bearer',
    scope: `read:${name}`,
    reads: 'replica',
    query: cursorFields,
  });

export function timelinesRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { feed, hashtags, timelines } = services;
  bindMastodon(homeTimeline, ({ viewer, query, path }) =>
    listStatuses(services, { viewer, path, query }, (range) =>
      feed.listEntries(viewer, { feed: 'following', ...range }),
    ),
  );
  bindMastodon(publicTimeline, async ({ viewer, query, path }) => {
    const read = async (range: Range) =>
      // There are no other servers.
      query.remote ? [] : feed.listEntries(viewer, { feed: 'all', ...range });
    const listed = query.only_media ? onlyMatching(read, hasFiles) : read;
    return listStatuses(services, { viewer, path, query }, listed);
  });
  bindMastodon(tagTimeline, async ({ viewer, params, query, path }) => {
    const read = async ({ below, size }: Range) => {
      if (query.remote) return [];
      const { any, all, none } = query;
      const page = { page: 0, size, belowId: below, combination: { any, all, none } };
      const { content } = await hashtags.listThreads(viewer, params['tag'] ?? '', page);
      return content.map((thread) => ({ thread, key: thread.id }));
    };
    const listed = query.only_media ? onlyMatching(read, hasFiles) : read;
    return listStatuses(services, { viewer, path, query }, listed);
  });
  const lists = {
    bookmarks: timelines.listBookmarked,
    favourites: (viewer, query) =>
      timelines.listOfUser(viewer, viewer.userId, { ...query, tab: 'likes' }),
  } satisfies Record<string, typeof timelines.listBookmarked>;
  for (const name of ['bookmarks', 'favourites'] as const) {
    bindMastodon(listLikedOrBookmarked(name), ({ viewer, ...input }) =>
      readCursorPage(
        services,
        input,
        (query) => lists[name](viewer, query),
        (threads) => loadThreadStatuses(services, viewer, threads),
      ),
    );
  }
}
