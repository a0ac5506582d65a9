import { suggestedUsersLimit } from '@skein/contracts/limits';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { userNotFound } from '../../modules/users/index.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';
import { loadAccounts } from '../accounts/paginated-accounts.ts';
import { limitField, requireId } from '../pagination.ts';
import { oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';
import { toFullTag } from '../statuses/status.serializer.ts';
import { dayMs } from '../../platform/clock.ts';

const tagsLimit = 10;

const trendQuery = (limit: number) =>
  z.object({
    limit: limitField(limit),
    offset: z.coerce.number().int().min(0).max(10_000).default(0),
  });

const trends = (name: 'trends' | 'trends.tags', path: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path,
    auth: 'optional',
    scope: 'read:statuses',
    reads: 'replica',
    query: trendQuery(tagsLimit),
  });

const trendingStatuses = defineMastodonRoute({
  id: 'mastodon.trends.statuses',
  method: 'GET',
  path: '/v1/trends/statuses',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
  query: trendQuery(20),
});

const trendingLinks = defineMastodonRoute({
  id: 'mastodon.trends.links',
  method: 'GET',
  path: '/v1/trends/links',
  auth: 'optional',
  scope: 'read:statuses',
  reads: 'replica',
});

const suggestions = (version: 'v1' | 'v2') =>
  defineMastodonRoute({
    id: `mastodon.suggestions.${version}`,
    method: 'GET',
    path: `/${version}/suggestions`,
    auth: 'bearer',
    scope: 'read:accounts',
    reads: 'replica',
    query: z.object({ limit: limitField(suggestedUsersLimit) }),
  });

const directory = defineMastodonRoute({
  id: 'mastodon.directory',
  method: 'GET',
  path: '/v1/directory',
  auth: 'optional',
  scope: 'read:accounts',
  reads: 'replica',
  query: z.object({
    // All accounts are local.
    order: z.enum(['active', 'new']).default('active'),
    limit: limitField(40),
    offset: z.coerce.number().int().min(0).max(10_000).default(0),
  }),
});

const dismissSuggestion = defineMastodonRoute({
  id: 'mastodon.dismissSuggestion',
  method: 'DELETE',
  path: '/v1/suggestions/{id}',
  auth: 'bearer',
  scope: 'write:accounts',
  whenFrozen: 'allowed',
});

const getTag = defineMastodonRoute({
  id: 'mastodon.getTag',
  method: 'GET',
  path: '/v1/tags/{name}',
  auth: 'optional',
  scope: 'read:follows',
  reads: 'replica',
});

const tagAction = (name: 'follow' | 'unfollow') =>
  defineMastodonRoute({
    id: `mastodon.${name}Tag`,
    method: 'POST',
    path: `/v1/tags/{name}/${name}`,
    auth: 'bearer',
    scope: 'write:follows',
    fieldNames: { tag: 'name' },
  });

const followedTags = defineMastodonRoute({
  id: 'mastodon.followedTags',
  method: 'GET',
  path: '/v1/followed_tags',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
});

const familiarFollowers = defineMastodonRoute({
  id: 'mastodon.familiarFollowers',
  method: 'GET',
  path: '/v1/accounts/familiar_followers',
  auth: 'bearer',
  scope: 'read:follows',
  reads: 'replica',
  query: z.object({
    id: oneOrMore(40).default([]),
  }),
});

export function discoveryRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { trending, profiles, settings } = services;
  const context = toContext(settings);

  for (const route of [trends('trends', '/v1/trends'), trends('trends.tags', '/v1/trends/tags')]) {
    bindMastodon(route, async ({ viewer, query: { limit, offset } }) => {
      const listed = await trending.listHashtags(viewer, offset + limit);
      return listed.slice(offset).map(({ tag, recentCount }) => ({
        ...toFullTag(tag, context),
        // Skein counts the uses of the last day, and no users.
        history: [toUse(Date.now(), recentCount)],
      }));
    });
  }
  bindMastodon(trendingStatuses, async ({ viewer, query: { limit, offset } }) => {
    const page = { page: Math.floor(offset / limit), size: limit };
    const { content } = await trending.listThreads(viewer, page);
    return loadThreadStatuses(services, viewer, content);
  });
  bindMastodon(trendingLinks, async () => []);

  bindMastodon(suggestions('v1'), ({ viewer, query }) =>
    loadSuggested(services, viewer, query.limit),
  );
  bindMastodon(suggestions('v2'), async ({ viewer, query }) => {
    const accounts = await loadSuggested(services, viewer, query.limit);
    return accounts.map((account) => ({
      source: 'friends_of_friends',
      sources: ['friends_of_friends'],
      account,
    }));
  });
  bindMastodon(directory, async ({ viewer, query }) =>
    loadAccounts(services, viewer, await profiles.listDirectory(viewer, query)),
  );
  bindMastodon(dismissSuggestion, async ({ viewer, params }) => {
    await profiles.dismiss(viewer, requireId(params['id'], userNotFound));
    return {};
  });

  tagsRoutes(bindMastodon, services);
  familiarRoutes(bindMastodon, services);
}

/** The entity `Tag`. */
export async function loadTag(
  { hashtags, settings }: Pick<MastodonServices, 'hashtags' | 'settings'>,
  viewer: Viewer,
  name: string,
): Promise<object> {
  const { tag, days, isFollowed } = await hashtags.get(viewer, name);
  const featuring = await hashtags.isFeatured(viewer, tag);
  const history = days.toReversed().map((uses, age) => toUse(Date.now() - age * dayMs, uses));
  const context = toContext(settings);
  return { ...toFullTag(tag, context), featuring, history, following: isFollowed };
}

function tagsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { hashtags, settings } = services;
  const context = toContext(settings);
  const load = (viewer: Viewer, name: string) => loadTag(services, viewer, name);
  bindMastodon(getTag, ({ viewer, params }) => load(viewer, params['name'] ?? ''));
  bindMastodon(tagAction('follow'), async ({ viewer, params }) => {
    await hashtags.follow(viewer, params['name'] ?? '');
    return load(viewer, params['name'] ?? '');
  });
  bindMastodon(tagAction('unfollow'), async ({ viewer, params }) => {
    await hashtags.unfollow(viewer, params['name'] ?? '');
    return load(viewer, params['name'] ?? '');
  });
  // At most 50, so there is one page.
  bindMastodon(followedTags, async ({ viewer }) =>
    (await hashtags.listFollowed(viewer)).map(({ tag }) => ({
      ...toFullTag(tag, context),
      history: [],
      following: true,
    })),
  );
}

function familiarRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  bindMastodon(familiarFollowers, async ({ viewer, query }) => {
    const ids = query.id.map((id) => requireId(id, userNotFound));
    const [found, visible] = await Promise.all([
      services.relationships.listFamiliarFollowers(viewer, ids),
      services.users.listProfiles(viewer, ids),
    ]);
    const followers = [...new Set(found.map(({ followerId }) => followerId))];
    const accounts = await loadAccounts(
      services,
      viewer,
      followers.map((id) => ({ id })),
    );
    const byId = new Map(accounts.map((account) => [account.id, account]));
    return [...visible.keys()].map((id) => ({
      id,
      accounts: found.flatMap(({ userId, followerId }) =>
        userId === id ? (byId.get(followerId) ?? []) : [],
      ),
    }));
  });
}

async function loadSuggested(services: MastodonServices, viewer: Viewer, limit: number) {
  return loadAccounts(services, viewer, await services.profiles.suggest(viewer, limit));
}

/** Mastodon's numbers are texts, and days are seconds since 1970. */
function toUse(ms: number, uses: number) {
  const day = Math.floor(ms / dayMs) * (dayMs / 1000);
  return { day: String(day), uses: String(uses), accounts: String(uses) };
}
