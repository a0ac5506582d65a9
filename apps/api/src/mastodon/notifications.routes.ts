import { defineAppRoute } from '../http/mastodon/mastodon-route.ts';
import type { BindAppRoute } from '../http/mastodon/bind-mastodon.ts';
import { loadNotifications, notificationsQuery, readNotifications } from './load-notifications.ts';
import { notificationNotFound } from '../modules/notifications/index.ts';
import { requireId, withLinks } from './pagination.ts';
import type { MastodonServices } from './services.ts';

const readRoute = (name: string, path: string) =>
  defineAppRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path,
    auth: 'bearer',
    scope: 'read:notifications',
    reads: 'replica',
  });

const listNotifications = defineAppRoute({
  ...readRoute('listNotifications', '/v1/notifications'),
  query: notificationsQuery,
});

const dismissRoute = (name: string, path: string) =>
  defineAppRoute({
    id: `mastodon.${name}`,
    method: 'POST',
    path,
    auth: 'bearer',
    scope: 'write:notifications',
    whenFrozen: 'allowed',
  });

export function notificationsRoutes(bindApp: BindAppRoute, services: MastodonServices): void {
  const { notifications, settings } = services;
  bindApp(listNotifications, async ({ viewer, query, path }) => {
    const page = await readNotifications(services, viewer, query);
    return withLinks(await loadNotifications(services, viewer, page), {
      url: `${settings.publicUrl.origin}${path}`,
      limit: query.limit,
      first: page[0]?.id,
      last: page.at(-1)?.id,
    });
  });
  for (const version of ['v1', 'v2']) {
    const name = `countUnreadNotifications${version === 'v1' ? '' : '.v2'}`;
    bindApp(readRoute(name, `/${version}/notifications/unread_count`), async ({ viewer }) => ({
      count: await notifications.countUnread(viewer.userId),
    }));
  }
  bindApp(readRoute('getNotification', '/v1/notifications/{id}'), async ({ viewer, params }) => {
    const found = await notifications.get(viewer, requireId(params['id'], notificationNotFound));
    const [loaded] = await loadNotifications(services, viewer, [found]);
    if (loaded === undefined) throw notificationNotFound();
    return loaded;
  });
  bindApp(dismissRoute('clearNotifications', '/v1/notifications/clear'), async ({ viewer }) => {
    await notifications.dismiss(viewer);
    return {};
  });
  bindApp(
    dismissRoute('dismissNotification', '/v1/notifications/{id}/dismiss'),
    async ({ viewer, params }) => {
      await notifications.dismiss(viewer, requireId(params['id'], notificationNotFound));
      return {};
    },
  );
}
