import type { Notification } from '@skein/contracts/notifications';
import { z } from 'zod';
import type { Viewer } from '../../platform/viewer.ts';
import { loadThreadStatuses } from '../statuses/load-statuses.ts';
import { isKnownToApps, notificationTypeNames as types } from './notification-types.ts';
import { loadAccounts } from '../accounts/paginated-accounts.ts';
import { flag } from '../request-fields.ts';
import { pageFields, readMatching, readPage } from '../pagination.ts';
import type { Range } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

const names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).default([]);

export const notificationsQuery = pageFields.extend({
  types: names,
  exclude_types: names,
  account_id: z.string().optional(),
  include_filtered: flag.optional(),
});

/** A page of the notifications that the query selects. */
export function readNotifications(
  services: Pick<MastodonServices, 'notifications'>,
  viewer: Viewer,
  query: z.output<typeof notificationsQuery>,
): Promise<Notification[]> {
  const isListed = createFilter(query);
  const getKey = ({ id }: Notification) => id;
  const filtering = query.include_filtered ? 'include-filtered' : 'exclude-filtered';
  const readAll = (range: Range) =>
    services.notifications.listBelow(viewer, { ...range, filtering });
  const read = (range: Range) => readMatching({ getKey, read: readAll }, isListed, range);
  return readPage({ getKey, read }, query);
}

type IsListed = (notification: Notification) => boolean;

function createFilter(query: z.output<typeof notificationsQuery>): IsListed {
  return ({ type, actors }) => {
    if (!isKnownToApps(type)) return false;
    const name = types[type];
    if (query.types.length > 0 && !query.types.includes(name)) return false;
    if (query.exclude_types.includes(name)) return false;
    return query.account_id === undefined || actors.some(({ id }) => id === query.account_id);
  };
}

/** A group of events is one notification of its latest actor. */
export async function loadNotifications(
  services: MastodonServices,
  viewer: Viewer,
  list: readonly Notification[],
): Promise<object[]> {
  const threads = list.flatMap(({ thread }) => thread ?? []);
  // The end of one's own poll has no actor.
  const getActor = ({ actors }: Notification) => actors[0] ?? { id: viewer.userId };
  const [accounts, statuses] = await Promise.all([
    loadAccounts(
      services,
      viewer,
      [...new Set(list.map((item) => getActor(item).id))].map((id) => ({ id })),
    ),
    loadThreadStatuses(services, viewer, threads),
  ]);
  const accountsById = new Map(accounts.map((account) => [account.id, account]));
  const statusesById = new Map(statuses.map((status) => ['id' in status ? status.id : '', status]));
  return list.flatMap((notification) => {
    const { id, type, thread, createdAt } = notification;
    const account = accountsById.get(getActor(notification).id);
    const status = thread === null ? undefined : statusesById.get(thread.id);
    if (account === undefined || (thread !== null && status === undefined)) return [];
    return [
      {
        id,
        type: types[type],
        created_at: createdAt,
        group_key: `ungrouped-${id}`,
        account,
        ...(status !== undefined && { status }),
      },
    ];
  });
}
