import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';

const summary = { pending_requests_count: 0, pending_notifications_count: 0 };

/** Users choose the types of notifications, not whose they get, so that each part accepts all. */
const policies = {
  v1: {
    accepting: false,
    field: z.union([z.literal(false), z.stringbool().refine((isFiltered) => !isFiltered)]),
    names: [
      'filter_not_following',
      'filter_not_followers',
      'filter_new_accounts',
      'filter_private_mentions',
    ],
  },
  v2: {
    accepting: 'accept',
    field: z.literal('accept'),
    names: [
      'for_not_following',
      'for_not_followers',
      'for_new_accounts',
      'for_private_mentions',
      'for_limited_accounts',
    ],
  },
} as const;

const readPolicy = (version: keyof typeof policies) =>
  defineMastodonRoute({
    id: `mastodon.notificationPolicy.${version}`,
    method: 'GET',
    path: `/${version}/notifications/policy`,
    auth: 'bearer',
    scope: 'read:notifications',
  });

/** Any other value is rejected, so that no app shows a policy that has no effect. */
const changePolicy = (version: keyof typeof policies, method: 'PATCH' | 'PUT') => {
  const { field, names } = policies[version];
  return defineMastodonRoute({
    id: `mastodon.changeNotificationPolicy.${version}.${method}`,
    method,
    path: `/${version}/notifications/policy`,
    auth: 'bearer',
    scope: 'write:notifications',
    fields: z.object(Object.fromEntries(names.map((name) => [name, field.optional()]))),
  });
};

export function notificationPolicyRoutes(bindMastodon: BindMastodon): void {
  for (const version of ['v1', 'v2'] as const) {
    const { accepting, names } = policies[version];
    const policy = Object.fromEntries(names.map((name) => [name, accepting]));
    bindMastodon(readPolicy(version), async () => ({ ...policy, summary }));
    // Version 1 used PUT.
    for (const method of ['PATCH', 'PUT'] as const) {
      bindMastodon(changePolicy(version, method), async () => ({ ...policy, summary }));
    }
  }
}
