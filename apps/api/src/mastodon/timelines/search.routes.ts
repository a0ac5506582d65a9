import { z } from 'zod';
import { pageOffsetMax, searchQueryMaxLength, threadsPageSize } from '@skein/contracts/limits';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { readUsername } from '../accounts/accounts.routes.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';
import { loadAccounts } from '../accounts/paginated-accounts.ts';
import { limitField } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';
import { toFullTag } from '../statuses/status.serializer.ts';
import { getThread } from '../statuses/get-thread.ts';
import { isAnonymous } from '../../platform/viewer.ts';

const search = defineMastodonRoute({
  id: 'mastodon.search',
  method: 'GET',
  path: '/v2/search',
  auth: 'optional',
  scope: 'read:search',
  limit: 'searches',
  reads: 'replica',
  query: z.object({
    q: z.string().max(searchQueryMaxLength).default(''),
    type: z.enum(['accounts', 'hashtags', 'statuses']).optional(),
    limit: limitField(threadsPageSize),
    offset: z.coerce.number().int().min(0).max(pageOffsetMax).default(0),
  }),
});

export function searchRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { profiles, hashtags, search: threads, settings } = services;
  bindMastodon(search, async ({ viewer, query: { q, type, limit, offset } }) => {
    const isWanted = (kind: typeof type) => type === undefined || type === kind;
    // Only statuses have further pages.
    const isFirst = offset === 0;
    const [users, tags, statuses] = await Promise.all([
      isFirst && isWanted('accounts') ? searchUsers() : [],
      isFirst && isWanted('hashtags') && q !== '' && !isAnonymous(viewer)
        ? hashtags.suggest(viewer, { q, limit })
        : [],
      isWanted('statuses') ? searchThreads() : [],
    ]);
    const context = toContext(settings);
    return {
      accounts: await loadAccounts(services, viewer, users),
      statuses: await loadThreadStatuses(services, viewer, statuses),
      hashtags: tags.map(({ tag }) => ({ ...toFullTag(tag, context), history: [] })),
    };

    async function searchUsers() {
      const username = readUsername(q, settings);
      if (!isAnonymous(viewer)) return profiles.search(viewer, { q: username, limit });
      return findIfVisible(() => services.users.getAuthor(viewer, username));
    }

    async function searchThreads() {
      const linked = await findLinked(services, viewer, q);
      // Visitors find addresses only: searching the texts is expensive.
      if (linked.length > 0 || isAnonymous(viewer)) return linked;
      const { content } = await threads.search(viewer, {
        q,
        sort: 'relevance',
        page: Math.floor(offset / limit),
        size: limit,
        isCounted: false,
      });
      return content;
    }
  });
}

/** The thread that the text is a link to. */
async function findLinked(services: MastodonServices, viewer: Viewer, q: string) {
  const url = URL.parse(q.trim());
  const id = /^\/thread\/([^/]+)$/.exec(url?.pathname ?? '')?.[1];
  if (url?.origin !== services.settings.publicUrl.origin || id === undefined) return [];
  return findIfVisible(() => getThread(services, viewer, id));
}

async function findIfVisible<Found>(get: () => Promise<Found>): Promise<Found[]> {
  try {
    return [await get()];
  } catch (error) {
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
