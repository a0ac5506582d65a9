import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { loadNotifications, notificationsQuery, readNotifications } from './load-notifications.ts';
import { notificationNotFound } from '../../modules/notifications/index.ts';
import { requireId, withPageLinks } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

const readRoute = (name: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:notifications',
    reads: 'replica',
  });

const listNotifications = defineMastodonRoute({
  ...readRoute('listNotifications', '/v1/notifications'),
  query: notificationsQuery,
});

const dismissRoute = (name: string, path: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'POST',
    path,
    auth: 'bearer',
    scope: 'write:notifications',
    whenFrozen: 'allowed',
  });

export function notificationsRoutes(bindMastodon: BindMastodon, services: MastodonServices): void {
  const { notifications } = services;
  bindMastodon(listNotifications, async ({ viewer, query, path }) => {
    const page = await readNotifications(services, viewer, query);
    const list = await loadNotifications(services, viewer, page);
    return withPageLinks(services, { path, query, keys: page.map(({ id }) => id) }, list);
  });
  for (const version of ['v1', 'v2']) {
    const name = `countUnreadNotifications${version === 'v1' ? '' : '.v2'}`;
    bindMastodon(readRoute(name, `/${version}/notifications/unread_count`), async ({ viewer }) => ({
      count: await notifications.countUnread(viewer.userId),
    }));
  }
  bindMastodon(
    readRoute('getNotification', '/v1/notifications/{id}'),
    async ({ viewer, params }) => {
      const found = await notifications.get(viewer, requireId(params['id'], notificationNotFound));
      const [loaded] = await loadNotifications(services, viewer, [found]);
      if (loaded === undefined) throw notificationNotFound();
      return loaded;
    },
  );
  bindMastodon(
    dismissRoute('clearNotifications', '/v1/notifications/clear'),
    async ({ viewer }) => {
      await notifications.dismiss(viewer);
      return {};
    },
  );
  bindMastodon(
    dismissRoute('dismissNotification', '/v1/notifications/{id}/dismiss'),
    async ({ viewer, params }) => {
      await notifications.dismiss(viewer, requireId(params['id'], notificationNotFound));
      return {};
    },
  );
}
