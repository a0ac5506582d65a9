import { z } from 'zod';
import { defineMastodonRoute } from '../../http/mastodon/mastodon-route.ts';
import type { BindMastodon } from '../../http/mastodon/bind-mastodon.ts';
import { readBearerToken } from '../../http/routes/authenticate.ts';
import { pushPolicies } from '../../modules/notifications/index.ts';
import { alertNames } from './notification-types.ts';
import { flag } from '../request-fields.ts';
import type { MastodonServices } from '../services.ts';

const text = z.string().min(1).max(2000);

const subscription = z.object({
  endpoint: text,
  keys: z.object({ p256dh: text, auth: text }),
  standard: flag.default(false),
});
// Unknown names are ignored.
const alertFlags = z.object(
  Object.fromEntries(alertNames.map((name) => [name, flag.nullish().catch(undefined)])),
);
const data = z.object({
  alerts: alertFlags.optional().catch({}),
  policy: z.enum(pushPolicies).optional(),
});
// Some apps send it next to the data.
const misplacedPolicy = z.enum(pushPolicies).optional().catch(undefined);

const path = '/v1/push/subscription';
const auth = { path, auth: 'bearer', scope: 'push' } as const;

const subscribe = defineMastodonRoute({
  id: 'mastodon.subscribeToPush',
  method: 'POST',
  ...auth,
  whenFrozen: 'allowed',
  fields: z.object({ subscription, data: data.default({}), policy: misplacedPolicy }),
});
const getSubscription = defineMastodonRoute({
  id: 'mastodon.getPushSubscription',
  method: 'GET',
  ...auth,
  reads: 'replica',
});
const changeAlerts = defineMastodonRoute({
  id: 'mastodon.updatePushSubscription',
  method: 'PUT',
  ...auth,
  whenFrozen: 'allowed',
  fields: z.object({ data: data.default({}), policy: misplacedPolicy }),
});
const unsubscribe = defineMastodonRoute({
  id: 'mastodon.deletePushSubscription',
  method: 'DELETE',
  ...auth,
  whenFrozen: 'allowed',
});

export function pushSubscriptionRoutes(
  bindMastodon: BindMastodon,
  { push }: MastodonServices,
): void {
  const serialize = async (stored: StoredSubscription) =>
    toEntity(stored, await push.getPublicKey());

  bindMastodon(subscribe, async ({ viewer, fields, authorization }) => {
    const { endpoint, keys, standard: isStandard } = fields.subscription;
    const { alerts = {}, policy: chosen = fields.policy ?? 'all' } = fields.data;
    const accessToken = readBearerToken(authorization);
    const choices = { alerts: toNames(alerts), policy: chosen };
    const input = { accessToken, endpoint, keys, isStandard, ...choices };
    return serialize(await push.apps.subscribe(viewer, input));
  });
  bindMastodon(getSubscription, async ({ viewer }) => serialize(await push.apps.get(viewer)));
  bindMastodon(changeAlerts, async ({ viewer, fields }) => {
    const { alerts, policy: chosen = fields.policy } = fields.data;
    const choices = {
      ...(alerts !== undefined && { alerts: toNames(alerts) }),
      ...(chosen !== undefined && { policy: chosen }),
    };
    return serialize(await push.apps.update(viewer, choices));
  });
  bindMastodon(unsubscribe, async ({ viewer }) => {
    await push.apps.remove(viewer);
    return {};
  });
}

type StoredSubscription = Awaited<ReturnType<MastodonServices['push']['apps']['get']>>;

/** The entity `WebPushSubscription`. */
function toEntity({ id, endpoint, isStandard, alerts, policy }: StoredSubscription, key: string) {
  return {
    id,
    endpoint,
    standard: isStandard,
    alerts: Object.fromEntries(alertNames.map((name) => [name, alerts.includes(name)])),
    policy,
    server_key: key,
  };
}

const toNames = (alerts: z.output<typeof data>['alerts']): string[] =>
  alertNames.filter((name) => alerts?.[name] === true);
