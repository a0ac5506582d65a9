import { filteredSendersMax } from '@skein/contracts/limits';
import type { FilteredNotifications } from '@skein/contracts/notifications';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { userNotFound } from '../../modules/users/index.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { loadAccounts } from '../accounts/paginated-accounts.ts';
import { requireId } from '../pagination.ts';
import { oneOrMore } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';

const read = (name: string, rest: string) =>
  defineMastodonRoute({
    id: `mastodon.${name}`,
    method: 'GET',
    path: `/v1/notifications/requests${rest}`,
    auth: 'bearer',
    scope: 'read:notifications',
    reads: 'replica',
  });

const listRequests = defineMastodonRoute({
  ...read('listNotificationRequests', ''),
  query: z.object({ limit: z.coerce.number().int().min(1).max(filteredSendersMax).default(40) }),
});

const decideRequest = (name: 'accept' | 'dismiss') =>
  defineMastodonRoute({
    id: `mastodon.${name}NotificationRequest`,
    method: 'POST',
    path: `/v1/notifications/requests/{id}/${name}`,
    auth: 'bearer',
    scope: 'write:notifications',
    whenFrozen: 'allowed',
  });

const decideRequests = (name: 'accept' | 'dismiss') =>
  defineMastodonRoute({
    id: `mastodon.${name}NotificationRequests`,
    method: 'POST',
    path: `/v1/notifications/requests/${name}`,
    auth: 'bearer',
    scope: 'write:notifications',
    whenFrozen: 'allowed',
    fields: z.object({ id: oneOrMore(filteredSendersMax).default([]) }),
  });

/** The notifications that the user's policy filters. A request has the id of its account. */
export function notificationRequestsRoutes(
  bindMastodon: BindMastodon,
  services: MastodonServices,
): void {
  const { notifications } = services;
  bindMastodon(listRequests, async ({ viewer, query }) => {
    const senders = await notifications.listFiltered(viewer);
    return loadRequests(services, viewer, senders.slice(0, query.limit));
  });
  // A policy applies at once: nothing has to be merged.
  bindMastodon(read('notificationRequestsMerged', '/merged'), async () => ({ merged: true }));
  bindMastodon(read('getNotificationRequest', '/{id}'), async ({ viewer, params }) => {
    const id = requireId(params['id'], userNotFound);
    const senders = await notifications.listFiltered(viewer, id);
    const [request] = await loadRequests(services, viewer, senders);
    if (request === undefined) throw userNotFound();
    return request;
  });

  const decisions = {
    accept: notifications.acceptFiltered,
    dismiss: notifications.dismissFiltered,
  };
  for (const name of ['accept', 'dismiss'] as const) {
    bindMastodon(decideRequest(name), async ({ viewer, params }) => {
      await decisions[name](viewer, requireId(params['id'], userNotFound));
      return {};
    });
    bindMastodon(decideRequests(name), async ({ viewer, fields }) => {
      const ids = new Set(fields.id);
      for (const { user } of await notifications.listFiltered(viewer)) {
        if (ids.has(user.id)) await decisions[name](viewer, user.id);
      }
      return {};
    });
  }
}

/** The entities `NotificationRequest`. */
async function loadRequests(
  services: MastodonServices,
  viewer: Viewer,
  senders: readonly FilteredNotifications[],
) {
  const [accounts, statuses] = await Promise.all([
    loadAccounts(
      services,
      viewer,
      senders.map(({ user }) => user),
    ),
    loadThreadStatuses(
      services,
      viewer,
      senders.flatMap(({ latestThread }) => latestThread ?? []),
    ),
  ]);
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  const statusesById = new Map(statuses.map((status) => ['id' in status ? status.id : '', status]));
  return senders.flatMap(({ user, count, firstAt, latestAt, latestThread }) => {
    const account = accountsById.get(user.id);
    if (account === undefined) return [];
    return {
      id: user.id,
      created_at: firstAt,
      updated_at: latestAt,
      notifications_count: String(count),
      account,
      last_status: (latestThread && statusesById.get(latestThread.id)) ?? null,
    };
  });
}
