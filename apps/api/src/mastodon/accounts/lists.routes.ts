import { issueMessage } from '@skein/contracts/http';
import { listMembersMax } from '@skein/contracts/limits';
import { listBodySchema } from '@skein/contracts/lists';
import type { UserList } from '@skein/contracts/lists';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { listNotFound } from '../../modules/lists/index.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { cursorFields, loadAccounts, readCursorPage } from './paginated-accounts.ts';
import { listStatuses } from '../statuses/paginated-statuses.ts';
import { pageFields, requireId } from '../pagination.ts';
import { oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const accountsMax = 80;
const accountIds = oneOrMore(accountsMax).default([]);

const read = (id: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:lists',
    reads: 'replica',
  });

const save = (id: string, method: 'POST' | 'PUT', path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method,
    path,
    auth: 'bearer',
    scope: 'write:lists',
    fields: z.object({ title: z.string().optional() }),
    fieldNames: { name: 'title' },
  });

const remove = defineMastodonRoute({
  id: 'mastodon.deleteList',
  method: 'DELETE',
  path: '/v1/lists/{id}',
  auth: 'bearer',
  scope: 'write:lists',
});

const listAccounts = defineMastodonRoute({
  id: 'mastodon.listListAccounts',
  method: 'GET',
  path: '/v1/lists/{id}/accounts',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  query: cursorFields.extend({
    // Zero means all.
    limit: z.coerce
      .number({ error: issueMessage('error.mustBeNumber', { label: 'error.label.limit' }) })
      .int()
      .min(0, { error: issueMessage('error.mustBeNumber', { label: 'error.label.limit' }) })
      .transform((limit) => (limit === 0 ? listMembersMax : Math.min(limit, accountsMax)))
      .default(40),
  }),
});

const changeAccounts = (method: 'POST' | 'DELETE') =>
  defineMastodonRoute({
    id: `mastodon.${method === 'POST' ? 'addToList' : 'removeFromList'}`,
    method,
    path: '/v1/lists/{id}/accounts',
    auth: 'bearer',
    scope: 'write:lists',
    // Apps name the accounts in the body or, to remove them, in the query.
    query: z.object({ account_ids: accountIds }),
    fields: z.object({ account_ids: accountIds }),
  });

const timeline = defineMastodonRoute({
  id: 'mastodon.listTimeline',
  method: 'GET',
  path: '/v1/timelines/list/{id}',
  auth: 'bearer',
  scope: 'read:lists',
  reads: 'replica',
  query: pageFields,
});

export function listsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { lists, feed } = services;
  bindMastodon(read('listLists', '/v1/lists'), async ({ viewer }) =>
    (await lists.list(viewer)).map(toList),
  );
  bindMastodon(read('getList', '/v1/lists/{id}'), async ({ viewer, params }) =>
    toList(await lists.get(viewer, params['id'] ?? '')),
  );
  bindMastodon(
    save('createList', 'POST', '/v1/lists'),
    async ({ viewer, fields: { title }, idempotency }) => {
      const { name } = parseInput(listBodySchema, { name: title ?? '' });
      return toList(await lists.create(viewer, idempotency, name));
    },
  );
  bindMastodon(
    save('updateList', 'PUT', '/v1/lists/{id}'),
    async ({ viewer, params, fields: { title } }) => {
      const id = params['id'] ?? '';
      const current = await lists.get(viewer, id);
      if (title === undefined) return toList(current);
      const { name } = parseInput(listBodySchema, { name: title });
      return toList(await lists.rename(viewer, id, name));
    },
  );
  bindMastodon(remove, async ({ viewer, params }) => {
    await lists.delete(viewer, params['id'] ?? '');
    return {};
  });
  bindMastodon(timeline, async ({ viewer, params, path, query }) => {
    const id = requireId(params['id'], listNotFound);
    await lists.get(viewer, id);
    return listStatuses(services, { viewer, path, query }, (range) =>
      feed.listEntries(viewer, { feed: `list:${id}`, ...range }),
    );
  });
  accountsOfListRoutes(bindMastodon, services);
}

function accountsOfListRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { lists } = services;
  bindMastodon(read('listsOfAccount', '/v1/accounts/{id}/lists'), async ({ viewer, params }) =>
    (await lists.listOfMember(viewer, requireId(params['id'], userNotFound))).map(toList),
  );
  bindMastodon(listAccounts, ({ viewer, params, ...input }) =>
    readCursorPage(
      services,
      input,
      (query) => lists.listMembers(viewer, params['id'] ?? '', query),
      (users) => loadAccounts(services, viewer, users),
    ),
  );
  for (const method of ['POST', 'DELETE'] as const) {
    bindMastodon(changeAccounts(method), async ({ viewer, params, query, fields }) => {
      const { id } = await lists.get(viewer, params['id'] ?? '');
      for (const userId of [...query.account_ids, ...fields.account_ids]) {
        if (method === 'POST') await lists.addMember(viewer, id, userId);
        else await lists.removeMember(viewer, id, userId);
      }
      return {};
    });
  }
}

/** Skein's lists contain no replies, and their members stay in the home timeline. */
function toList({ id, name }: UserList) {
  return { id, title: name, replies_policy: 'none', exclusive: false };
}
