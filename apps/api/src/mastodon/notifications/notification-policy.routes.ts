import type { MessagePermission } from '@skein/contracts/users';
import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { flag } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

type Services = Pick<MastodonServices, 'notifications' | 'profiles' | 'users'>;

const readPolicy = (version: 'v1' | 'v2') =>
  defineMastodonRoute({
    id: `mastodon.notificationPolicy.${version}`,
    method: 'GET',
    path: `/${version}/notifications/policy`,
    auth: 'bearer',
    scope: 'read:notifications',
  });

const choice = z.enum(['accept', 'filter']).optional();
/** Private mentions are messages, for which a user has more choices. */
const mentionChoice = z.enum(['accept', 'filter', 'drop']);
const mentionPermissions: Record<z.infer<typeof mentionChoice>, MessagePermission> = {
  accept: 'everyone',
  filter: 'requests',
  drop: 'following',
};

/** Version 1 used PUT. */
const changePolicy = <Fields extends z.ZodObject>(
  version: 'v1' | 'v2',
  method: 'PATCH' | 'PUT',
  fields: Fields,
) =>
  defineMastodonRoute({
    id: `mastodon.changeNotificationPolicy.${version}.${method}`,
    method,
    path: `/${version}/notifications/policy`,
    auth: 'bearer',
    scope: 'write:notifications',
    fields,
  });

const fieldsV1 = z.object({
  filter_not_following: flag.optional(),
  filter_not_followers: flag.optional(),
  filter_new_accounts: flag.optional(),
  filter_private_mentions: flag.optional(),
});

const fieldsV2 = z.object({
  for_not_following: choice,
  for_not_followers: choice,
  for_new_accounts: choice,
  for_private_mentions: mentionChoice.optional(),
  // Nobody gets notifications of limited accounts that they do not follow.
  for_limited_accounts: z.literal('drop').optional(),
});

export function notificationPolicyRoutes(bindMastodon: BindMastodon, services: Services): void {
  bindMastodon(readPolicy('v1'), ({ viewer }) => loadPolicyV1(services, viewer));
  bindMastodon(readPolicy('v2'), ({ viewer }) => loadPolicyV2(services, viewer));
  for (const method of ['PATCH', 'PUT'] as const) {
    bindMastodon(changePolicy('v1', method, fieldsV1), async ({ viewer, fields }) => {
      const filters = fields.filter_private_mentions;
      await change(services, viewer, {
        notFollowing: fields.filter_not_following,
        notFollowers: fields.filter_not_followers,
        newAccounts: fields.filter_new_accounts,
        mentions: filters === undefined ? undefined : filters ? 'filter' : 'accept',
      });
      return loadPolicyV1(services, viewer);
    });
    bindMastodon(changePolicy('v2', method, fieldsV2), async ({ viewer, fields }) => {
      const isFiltered = (value: 'accept' | 'filter' | undefined) => value && value === 'filter';
      await change(services, viewer, {
        notFollowing: isFiltered(fields.for_not_following),
        notFollowers: isFiltered(fields.for_not_followers),
        newAccounts: isFiltered(fields.for_new_accounts),
        mentions: fields.for_private_mentions,
      });
      return loadPolicyV2(services, viewer);
    });
  }
}

interface Changes {
  notFollowing: boolean | undefined;
  notFollowers: boolean | undefined;
  newAccounts: boolean | undefined;
  mentions: z.infer<typeof mentionChoice> | undefined;
}

async function change(services: Services, viewer: Viewer, changes: Changes): Promise<void> {
  const { notFollowing, notFollowers, newAccounts, mentions } = changes;
  await services.notifications.updatePolicy(viewer, {
    filtersNotFollowing: notFollowing,
    filtersNotFollowers: notFollowers,
    filtersNewAccounts: newAccounts,
  });
  // Two choices of Skein are `drop`, and a client that sends it back does not change them.
  if (mentions === undefined || mentions === (await loadPolicy(services, viewer)).mentions) return;
  const messagePermission = mentionPermissions[mentions];
  await services.profiles.update(viewer, { messagePermission }, {});
}

async function loadPolicy({ notifications, users }: Services, viewer: Viewer) {
  const [policy, { messagePermission }, senders] = await Promise.all([
    notifications.getPolicy(viewer),
    users.getCurrentUser(viewer.userId),
    notifications.listFiltered(viewer),
  ]);
  const mentions = mentionChoice.options.find(
    (value) => mentionPermissions[value] === messagePermission,
  );
  return {
    ...policy,
    mentions: mentions ?? 'drop',
    summary: {
      pending_requests_count: senders.length,
      pending_notifications_count: senders.reduce((sum, { count }) => sum + count, 0),
    },
  };
}

async function loadPolicyV1(services: Services, viewer: Viewer) {
  const policy = await loadPolicy(services, viewer);
  return {
    filter_not_following: policy.filtersNotFollowing,
    filter_not_followers: policy.filtersNotFollowers,
    filter_new_accounts: policy.filtersNewAccounts,
    filter_private_mentions: policy.mentions !== 'accept',
    summary: policy.summary,
  };
}

async function loadPolicyV2(services: Services, viewer: Viewer) {
  const policy = await loadPolicy(services, viewer);
  const toChoice = (isFiltered: boolean) => (isFiltered ? 'filter' : 'accept');
  return {
    for_not_following: toChoice(policy.filtersNotFollowing),
    for_not_followers: toChoice(policy.filtersNotFollowers),
    for_new_accounts: toChoice(policy.filtersNewAccounts),
    for_private_mentions: policy.mentions,
    for_limited_accounts: 'drop',
    summary: policy.summary,
  };
}
