import { pageOffsetMax } from '@skein/contracts/limits';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toTag } from '../../modules/search/index.ts';
import { userNotFound } from '../../modules/users/index.ts';
import type { Author } from '../../modules/users/index.ts';
import { toAccount, toContext } from './account.serializer.ts';
import type { Entry } from '../statuses/load-statuses.ts';
import { loadCredentialAccount } from './load-credential-account.ts';
import { cursorFields, loadAccounts, readCursorPage } from './paginated-accounts.ts';
import { listStatuses, onlyMatching } from '../statuses/paginated-statuses.ts';
import { limitField, pageFields, requireId } from '../pagination.ts';
import type { Range } from '../pagination.ts';
import { listUserEntries } from './user-entries.ts';
import { flag, oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';
import { searchAccounts } from './search-accounts.ts';

const optionalFlag = flag.default(false);

const verifyCredentials = defineMastodonRoute({
  id: 'mastodon.verifyCredentials',
  method: 'GET',
  path: '/v1/accounts/verify_credentials',
  auth: 'bearer',
  scope: 'profile',
  reads: 'replica',
});

const lookupAccount = defineMastodonRoute({
  id: 'mastodon.lookupAccount',
  method: 'GET',
  path: '/v1/accounts/lookup',
  auth: 'optional',
  scope: 'read:accounts',
  reads: 'replica',
  query: z.object({ acct: z.string().max(200) }),
});

const searchAccountsRoute = defineMastodonRoute({
  id: 'mastodon.searchAccounts',
  method: 'GET',
  path: '/v1/accounts/search',
  auth: 'bearer',
  scope: 'read:accounts',
  reads: 'replica',
  query: z.object({
    q: z.string().max(200).default(''),
    limit: limitField(40),
    offset: z.coerce.number().int().min(0).max(pageOffsetMax).default(0),
    following: optionalFlag,
    resolve: optionalFlag,
  }),
});

const listAccounts = defineMastodonRoute({
  id: 'mastodon.listAccounts',
  method: 'GET',
  path: '/v1/accounts',
  auth: 'optional',
  scope: 'read:accounts',
  reads: 'replica',
  query: z.object({ id: oneOrMore(40).default([]) }),
});

const getAccount = defineMastodonRoute({
  id: 'mastodon.getAccount',
  method: 'GET',
  path: '/v1/accounts/{id}',
  auth: 'optional',
  scope: 'read:accounts',
  reads: 'replica',
});

const listAccountStatuses = defineMastodonRoute({
  id: 'mastodon.listAccountStatuses',
  method: 'GET',
  path: '/v1/accounts/{id}/statuses',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
  query: pageFields.extend({
    only_media: optionalFlag,
    exclude_replies: optionalFlag,
    exclude_reblogs: optionalFlag,
    pinned: optionalFlag,
    tagged: z.string().max(200).optional(),
  }),
});

const connections = (name: 'followers' | 'following') =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v1/accounts/{id}/${name}`,
    auth: 'bearer',
    scope: 'read:accounts',
    reads: 'replica',
    query: cursorFields,
  });

export function accountsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { users, relationships, settings } = services;
  const context = toContext(settings);

  bindMastodon(verifyCredentials, ({ viewer }) => loadCredentialAccount(services, viewer));
  bindMastodon(lookupAccount, async ({ viewer, query }) =>
    toAccount(await users.getAuthor(viewer, readUsername(query.acct, settings)), context),
  );
  bindMastodon(searchAccountsRoute, async ({ viewer, query }) => {
    const q = readUsername(query.q, settings);
    return loadAccounts(services, viewer, await searchAccounts(services, viewer, { ...query, q }));
  });
  bindMastodon(listAccounts, ({ viewer, query }) =>
    loadAccounts(
      services,
      viewer,
      [...new Set(query.id)].filter(isId).map((id) => ({ id })),
    ),
  );
  bindMastodon(getAccount, async ({ viewer, params }) =>
    toAccount(await getAuthor(services, viewer, params['id']), context),
  );
  bindMastodon(listAccountStatuses, async ({ viewer, params, query, path }) => {
    const author = await getAuthor(services, viewer, params['id']);
    const read = async (range: Range) => {
      if (!author.canViewThreads) return [];
      if (query.pinned) return listPinned(services, viewer, author, range.below);
      return listUserEntries(services, viewer, author.id, query, range);
    };
    const tag = query.tagged === undefined ? null : toTag(query.tagged);
    const hasTag = ({ thread }: Entry) => tag !== null && thread.hashtags.includes(tag);
    const listed = tag === null ? read : onlyMatching(read, hasTag);
    return listStatuses(services, { viewer, path, query }, listed);
  });
  for (const name of ['followers', 'following'] as const) {
    const list = name === 'followers' ? relationships.listFollowers : relationships.listFollowing;
    bindMastodon(connections(name), async ({ viewer, params, ...input }) => {
      const { id, canViewThreads } = await getAuthor(services, viewer, params['id']);
      return readCursorPage(
        services,
        input,
        async (query) =>
          canViewThreads
            ? list(viewer, id, { ...query, q: '' })
            : { content: [], nextCursor: null },
        (listed) => loadAccounts(services, viewer, listed),
      );
    });
  }
}

/** At most one thread: an account can pin only one. */
async function listPinned(
  { threads }: MastodonServices,
  viewer: Viewer,
  { pinnedThreadId: id }: Author,
  below: string | undefined,
): Promise<Entry[]> {
  if (id === null || (below !== undefined && id >= below)) return [];
  return [{ thread: await threads.get(viewer, id), key: id }];
}

/** @throws NotFoundError */
function getAuthor(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  id: string | undefined,
) {
  return users.getAuthor(viewer, requireId(id, userNotFound));
}

/**
 * The username of `user`, `@user`, `user@host` or the address of a profile of this instance; other texts
 * are unchanged.
 */
export function readUsername(
  acct: string,
  { publicUrl, federation }: Pick<MastodonServices['settings'], 'publicUrl' | 'federation'>,
): string {
  const url = URL.parse(acct.trim());
  const linked = /^\/profile\/([^/]+)$/.exec(url?.pathname ?? '')?.[1];
  if (url?.origin === publicUrl.origin && linked !== undefined) return linked;
  const [name = '', host] = acct.replace(/^@/, '').split('@', 2);
  const localHosts = [publicUrl.host, publicUrl.hostname, federation?.handleDomain];
  return host === undefined || localHosts.includes(host.toLowerCase()) ? name : acct;
}
