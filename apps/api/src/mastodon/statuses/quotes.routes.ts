import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { threadNotFound } from '../../modules/threads/index.ts';
import { getThread } from './get-thread.ts';
import { loadStatus, loadThreadStatuses } from './load-statuses.ts';
import { cursorFields, readCursorPage } from '../accounts/paginated-accounts.ts';
import type { MastodonServices } from '../services.ts';

const listQuotes = defineMastodonRoute({
  id: 'mastodon.quotes',
  method: 'GET',
  path: '/v1/statuses/{id}/quotes',
  auth: 'bearer',
  scope: 'read:statuses',
  reads: 'replica',
  query: cursorFields,
});

const revokeQuote = defineMastodonRoute({
  id: 'mastodon.revokeQuote',
  method: 'POST',
  path: '/v1/statuses/{id}/quotes/{quoteId}/revoke',
  auth: 'bearer',
  scope: 'write:statuses',
});

export function quotesRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { threads, timelines } = services;
  bindMastodon(listQuotes, async ({ viewer, params, ...input }) => {
    const { id } = await getThread(services, viewer, params['id']);
    return readCursorPage(
      services,
      input,
      (query) => timelines.listQuotes(viewer, id, query),
      (quotes) => loadThreadStatuses(services, viewer, quotes),
    );
  });
  bindMastodon(revokeQuote, async ({ viewer, params }) => {
    const [quoted, quote] = await Promise.all([
      getThread(services, viewer, params['id']),
      getThread(services, viewer, params['quoteId']),
    ]);
    if (quote.quotedThreadId !== quoted.id) throw threadNotFound();
    return loadStatus(services, viewer, await threads.detachQuote(viewer, quote.id));
  });
}
