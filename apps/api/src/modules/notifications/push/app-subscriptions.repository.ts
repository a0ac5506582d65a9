import type { Locale } from '@skein/messages';
import { Prisma } from '@skein/db';
import type { AppPushSubscription, Database } from '@skein/db';
import { newId } from '../../../platform/ids.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { claimStatement, hasUnread, isOfEndedSession } from './claim.queries.ts';
import type { ClaimedSubscription, DeliveredSubscriptions } from './claim.queries.ts';

const { sql } = Prisma;

export const pushPolicies = ['all', 'followed', 'follower', 'none'] as const;

/** Whose notifications are pushed. */
export type PushPolicy = (typeof pushPolicies)[number];

/** What an app chooses. */
export interface PushChoices {
  alerts: string[];
  policy: PushPolicy;
}

export interface NewAppSubscription extends PushChoices {
  endpoint: string;
  p256dh: string;
  auth: string;
  isStandard: boolean;
  encryptedToken: Uint8Array<ArrayBuffer>;
}

/** How far an app has been notified. */
export interface AppPosition {
  lastNotificationId: string;
}

export interface ClaimedApp extends ClaimedSubscription, AppPosition, PushChoices {
  sessionId: string;
  encryptedToken: Uint8Array;
  /** The language in which the user signed in last. */
  locale: Locale | null;
}

/**
 * Replaces the subscription of the session, which has at most one.
 * @throws UnauthenticatedError when the account or session was deleted meanwhile
 */
export async function replaceAppSubscription(
  database: Database,
  viewer: Viewer,
  subscription: NewAppSubscription,
): Promise<AppPushSubscription> {
  const inserted = await database.execute(replaceStatement(viewer, subscription));
  const stored = inserted === 0 ? null : await findAppSubscription(database, viewer);
  if (stored === null) throw new UnauthenticatedError();
  return stored;
}

export function findAppSubscription(
  database: Database,
  { sessionId }: Viewer,
): Promise<AppPushSubscription | null> {
  return database.appPushSubscription.findFirst({ where: { sessionId } });
}

/** Returns null without a subscription. */
export async function updateAppSubscription(
  database: Database,
  { sessionId }: Viewer,
  data: Partial<PushChoices>,
): Promise<AppPushSubscription | null> {
  const where = { sessionId };
  const [updated] = await database.appPushSubscription.updateManyAndReturn({ where, data });
  return updated ?? null;
}

export async function deleteAppSubscription(
  database: Database,
  { sessionId }: Viewer,
): Promise<void> {
  await database.appPushSubscription.deleteMany({ where: { sessionId } });
}

/** What deliveries do with the subscriptions of apps. */
export const appSubscriptions: DeliveredSubscriptions<ClaimedApp, AppPosition> = {
  async deleteById(database, id) {
    await database.appPushSubscription.deleteMany({ where: { id } });
  },

  async deleteEnded(database, now) {
    await database.appPushSubscription.deleteMany({ where: isOfEndedSession(now) });
  },

  claim: (database, request) =>
    database.query<ClaimedApp>(
      claimStatement(
        {
          table: sql`app_push_subscriptions`,
          isPending: hasUnread(sql`own.last_notification_id`, request),
          columns: sql`session_id AS "sessionId", alerts, policy,
            encrypted_token AS "encryptedToken", last_notification_id AS "lastNotificationId",
            CASE WHEN is_standard THEN 'aes128gcm' ELSE 'aesgcm' END AS "contentEncoding",
            (SELECT locale FROM sessions
              WHERE sessions.user_id = own.user_id AND locale IS NOT NULL
              ORDER BY sessions.id DESC LIMIT 1) AS locale`,
        },
        request,
      ),
    ),

  async skipPending(database, upTo) {
    await database.execute(sql`
      UPDATE app_push_subscriptions own SET last_notification_id = ${upTo}::uuid
      WHERE ${hasUnread(sql`own.last_notification_id`, { upTo })}`);
  },

  async storeProgress(database, id, { position, ...rest }) {
    await database.appPushSubscription.updateMany({
      where: { id },
      data: { ...rest, ...position },
    });
  },
};

function replaceStatement({ userId, sessionId }: Viewer, subscription: NewAppSubscription) {
  const id = newId();
  // Failures of an endpoint count until a delivery succeeds.
  const isSameEndpoint = sql`existing.endpoint = excluded.endpoint`;
  const { endpoint, p256dh, auth, isStandard, alerts, policy, encryptedToken } = subscription;
  return sql`
    INSERT INTO app_push_subscriptions AS existing (id, user_id, session_id, endpoint, p256dh, auth,
      is_standard, alerts, policy, encrypted_token, last_notification_id)
    SELECT ${id}::uuid, own.id, session.id, ${endpoint}, ${p256dh}, ${auth},
      ${isStandard}::boolean, ${alerts}::text[], ${policy}, ${encryptedToken}, ${id}::uuid
    FROM users own JOIN sessions session ON session.user_id = own.id
    WHERE own.id = ${userId}::uuid AND session.id = ${sessionId}::uuid AND session.revoked_at IS NULL
    FOR KEY SHARE OF own, session
    ON CONFLICT (session_id) DO UPDATE SET id = excluded.id, endpoint = excluded.endpoint,
      p256dh = excluded.p256dh, auth = excluded.auth, is_standard = excluded.is_standard,
      alerts = excluded.alerts, policy = excluded.policy,
      encrypted_token = excluded.encrypted_token,
      failures = CASE WHEN ${isSameEndpoint} THEN existing.failures ELSE 0 END,
      busy_until = CASE WHEN ${isSameEndpoint} THEN existing.busy_until ELSE excluded.busy_until END,
      last_notification_id = excluded.last_notification_id`;
}
