import type { Notification } from '@skein/contracts/notifications';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { notificationNotFound } from '../../modules/notifications/index.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { notificationsQuery, readNotifications } from './load-notifications.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';
import { notificationTypeNames } from './notification-types.ts';
import { loadAccounts } from '../accounts/paginated-accounts.ts';
import { limitField, withPageLinks } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

const accountsMax = 80;

const route = (name: string, rest: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v2/notifications${rest}`,
    auth: 'bearer',
    scope: 'read:notifications',
    reads: 'replica',
  });

const listGroups = defineMastodonRoute({
  ...route('listNotificationGroups', ''),
  query: notificationsQuery.extend({
    limit: limitField(40),
    grouped_types: z.array(z.string()).optional(),
  }),
});

const dismissGroup = defineMastodonRoute({
  id: 'mastodon.dismissNotificationGroup',
  method: 'POST',
  path: '/v2/notifications/{key}/dismiss',
  auth: 'bearer',
  scope: 'write:notifications',
  whenFrozen: 'allowed',
});

/** The second version of notifications: accounts and statuses are sent once for all groups. */
export function groupedNotificationsRoutes(
  bindMastodon: BindMastodon,
  services: MastodonServices,
): void {
  const { notifications } = services;
  bindMastodon(listGroups, async ({ viewer, query, path }) => {
    const page = await readNotifications(services, viewer, query);
    const groups = await loadGroups(services, viewer, page, query.grouped_types);
    return withPageLinks(services, { path, query, keys: page.map(({ id }) => id) }, groups);
  });
  bindMastodon(route('getNotificationGroup', '/{key}'), async ({ viewer, params }) =>
    loadGroups(services, viewer, [await notifications.get(viewer, readGroupId(params['key']))]),
  );
  bindMastodon(
    route('notificationGroupAccounts', '/{key}/accounts'),
    async ({ viewer, params }) => {
      const group = await notifications.get(viewer, readGroupId(params['key']));
      const query = { id: group.id, take: accountsMax };
      const ids = await notifications.listActorIds(viewer, query);
      return loadAccounts(
        services,
        viewer,
        [...new Set(ids)].map((id) => ({ id })),
      );
    },
  );
  bindMastodon(dismissGroup, async ({ viewer, params }) => {
    await notifications.dismiss(viewer, readGroupId(params['key']));
    return {};
  });
}

/** A group key is a word and the id of the group. @throws NotFoundError */
function readGroupId(key = ''): string {
  const id = key.slice(key.indexOf('-') + 1);
  if (!isId(id)) throw notificationNotFound();
  return id;
}

/** The entity `GroupedNotificationsResults`. */
async function loadGroups(
  services: MastodonServices,
  viewer: Viewer,
  list: readonly Notification[],
  groupedTypes?: readonly string[],
): Promise<object> {
  const actorIds = (group: Notification) =>
    // The end of one's own poll has no actor.
    group.actors.length === 0 ? [viewer.userId] : group.actors.map(({ id }) => id);
  const [accounts, statuses] = await Promise.all([
    loadAccounts(
      services,
      viewer,
      [...new Set(list.flatMap(actorIds))].map((id) => ({ id })),
    ),
    loadThreadStatuses(services, viewer, uniqueThreads(list)),
  ]);
  const known = new Set(accounts.map(({ id }) => id));
  const shown = new Set(statuses.map((status) => ('id' in status ? status.id : null)));
  const isComplete = (group: Notification) =>
    (group.thread === null || shown.has(group.thread.id)) &&
    actorIds(group).some((id) => known.has(id));
  return {
    accounts,
    statuses,
    notification_groups: list.filter(isComplete).map((group) =>
      toGroup(
        group,
        actorIds(group).filter((id) => known.has(id)),
        groupedTypes,
      ),
    ),
  };
}

function uniqueThreads(list: readonly Notification[]) {
  const threads = list.flatMap(({ thread }) => thread ?? []);
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  return [...byId.values()];
}

/** The entity `NotificationGroup`. Without support for groups of its type, it has one account. */
function toGroup(
  { id, type, actorsCount, thread, createdAt }: Notification,
  accountIds: readonly string[],
  groupedTypes: readonly string[] | undefined,
) {
  const name = notificationTypeNames[type];
  const isGrouped = groupedTypes === undefined || groupedTypes.includes(name);
  return {
    group_key: isGrouped ? `group-${id}` : `ungrouped-${id}`,
    notifications_count: isGrouped ? Math.max(actorsCount, 1) : 1,
    type: name,
    most_recent_notification_id: id,
    page_min_id: id,
    page_max_id: id,
    latest_page_notification_at: createdAt,
    sample_account_ids: isGrouped ? accountIds : accountIds.slice(0, 1),
    ...(thread !== null && { status_id: thread.id }),
  };
}
