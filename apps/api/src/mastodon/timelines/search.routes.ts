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
import { idField, limitField, requireId } from '../pagination.ts';
import { searchWithLookup } from '../search-with-lookup.ts';
import type { MastodonServices } from '../services.ts';
import { toFullTag } from '../statuses/status.serializer.ts';
import { getThread } from '../statuses/get-thread.ts';
import { isAnonymous } from '../../platform/viewer.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { flag } from '../request-fields.ts';
import { searchAccounts } from '../accounts/search-accounts.ts';

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
    account_id: z.string().max(100).optional(),
    following: flag.default(false),
    resolve: flag.default(false),
    max_id: idField,
    min_id: idField,
  }),
});

export function searchRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { hashtags, search: threads, settings } = services;
  bindMastodon(search, async ({ viewer, query }) => {
    const { q, type, limit, offset } = query;
    const isWanted = (kind: typeof type) => type === undefined || type === kind;
    const [users, tags, statuses] = await Promise.all([
      isWanted('accounts') ? searchUsers() : [],
      isWanted('hashtags') && q !== '' && !isAnonymous(viewer) ? suggestHashtags() : [],
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
      if (!isAnonymous(viewer)) return searchAccounts(services, viewer, { ...query, q: username });
      if (offset > 0) return [];
      return findIfVisible(() => services.users.getAuthor(viewer, username));
    }

    async function suggestHashtags() {
      const suggested = await hashtags.suggest(viewer, { q, limit: offset + limit });
      return suggested.slice(offset);
    }

    async function searchThreads() {
      const linked = await findLinked(services, viewer, q);
      // Visitors find addresses only: searching the texts is expensive.
      if (linked.length > 0 || isAnonymous(viewer)) return offset > 0 ? [] : linked;
      const author = await findAuthor(query.account_id);
      if (author === null) return [];

      const { content } = await searchWithLookup(query.resolve, (fetches) =>
        threads.search(viewer, {
          q: author === undefined ? q : `${q} from:${author.username}`,
          sort: 'relevance',
          page: 0,
          skip: offset,
          size: limit,
          belowId: query.max_id,
          fromId: query.min_id,
          isCounted: false,
          fetches,
        }),
      );
      return content.filter(({ id }) => id !== query.min_id);
    }

    /** Null for an unknown account. */
    async function findAuthor(id: string | undefined) {
      if (id === undefined) return undefined;
      const [author] = await findIfVisible(() =>
        services.users.getAuthor(viewer, requireId(id, userNotFound)),
      );
      return author ?? null;
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
