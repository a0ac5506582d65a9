import type { Scope } from '@skein/contracts/scopes';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { userNotFound } from '../../modules/users/index.ts';
import { requireId } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';
import { toFullTag } from '../statuses/status.serializer.ts';
import { loadTag } from '../timelines/discovery.routes.ts';
import { toContext, toFeaturedTag } from './account.serializer.ts';

const readRoute = (id: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:accounts',
    reads: 'replica',
  });

/** Visitors see them too: they are part of the page of a profile. */
const listOfAccount = {
  ...readRoute('featuredTagsOfAccount', '/v1/accounts/{id}/featured_tags'),
  auth: 'optional',
} as const;

const writeRoute = (id: string, method: 'POST' | 'DELETE', path: string) =>
  defineMastodonRoute({
    id: `mastodon.${id}`,
    method,
    path,
    auth: 'bearer',
    scope: 'write:accounts' satisfies Scope,
    fields: z.object({ name: z.string().optional() }),
    fieldNames: { tag: 'name' },
    ...(method === 'DELETE' && { whenFrozen: 'allowed' as const }),
  });

/** The hashtags that users show on their profiles. */
export function featuredTagsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { hashtags, users, settings } = services;
  const context = toContext(settings);

  const list = async (userId: string) =>
    (await hashtags.listFeatured(userId)).map((tag) => toFeaturedTag(tag, context));

  bindMastodon(readRoute('listFeaturedTags', '/v1/featured_tags'), ({ viewer }) =>
    list(viewer.userId),
  );
  bindMastodon(
    readRoute('suggestFeaturedTags', '/v1/featured_tags/suggestions'),
    async ({ viewer }) =>
      (await hashtags.suggestFeatured(viewer)).map((tag) => ({
        ...toFullTag(tag, context),
        history: [],
      })),
  );
  bindMastodon(listOfAccount, async ({ viewer, params }) => {
    const author = await users.getAuthor(viewer, requireId(params['id'], userNotFound));
    return author.canViewThreads ? list(author.id) : [];
  });
  bindMastodon(
    writeRoute('createFeaturedTag', 'POST', '/v1/featured_tags'),
    async ({ viewer, fields }) =>
      toFeaturedTag(await hashtags.feature(viewer, fields.name ?? ''), context),
  );
  bindMastodon(
    writeRoute('deleteFeaturedTag', 'DELETE', '/v1/featured_tags/{id}'),
    async ({ viewer, params }) => {
      await hashtags.deleteFeatured(viewer, params['id'] ?? '');
      return {};
    },
  );
  bindMastodon(
    writeRoute('featureTag', 'POST', '/v1/tags/{name}/feature'),
    async ({ viewer, params: { name = '' } }) => {
      await hashtags.feature(viewer, name);
      return loadTag(services, viewer, name);
    },
  );
  bindMastodon(
    writeRoute('unfeatureTag', 'POST', '/v1/tags/{name}/unfeature'),
    async ({ viewer, params: { name = '' } }) => {
      await hashtags.unfeature(viewer, name);
      return loadTag(services, viewer, name);
    },
  );
}
