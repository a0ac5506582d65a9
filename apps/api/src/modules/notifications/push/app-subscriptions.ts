import type { AppPushSubscription, Database } from '@skein/db';
import type { Notification, NotificationType } from '@skein/contracts/notifications';
import type { Locale } from '@skein/messages';
import { sourceLocale } from '@skein/messages';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import type { SecretCipher } from '../../../platform/secret-cipher.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import {
  findAppSubscription,
  replaceAppSubscription,
  updateAppSubscription,
} from './app-subscriptions.repository.ts';
import type {
  AppPosition,
  ClaimedApp,
  PushChoices,
  PushPolicy,
} from './app-subscriptions.repository.ts';
import type { PendingMessages } from './deliver-push.ts';
import { messagesPerDeliveryMax } from './pending-messages.ts';
import { readPushKeys } from './push-subscription-keys.ts';
import type { PushSubscriptionKeys } from './push-subscription-keys.ts';

/** Read instead of three, because the policy may exclude some. */
const examinedMax = 20;

/** How notifications are sent to apps. */
export interface AppMessages {
  /** The types for which an app has chosen alerts. */
  toTypes: (alerts: readonly string[]) => NotificationType[];
  toMessage: (
    notification: Notification,
    options: { accessToken: string; locale: Locale },
  ) => object;
}

export interface AppSubscriptionInput extends PushChoices {
  accessToken: string;
  endpoint: string;
  keys: PushSubscriptionKeys;
  isStandard: boolean;
}

interface Dependencies {
  database: Database;
  cipher: SecretCipher;
  parseEndpoint: (text: string) => Promise<string>;
  /** @throws ForbiddenError if push notifications are off on this instance */
  requirePush: () => void;
}

/**
 * Subscribes an app. Each access token, which every message contains, has one subscription.
 * @throws ForbiddenError for browser sessions, and if push notifications are off
 * @throws ValidationError for an invalid subscription
 */
export async function subscribeApp(
  { database, cipher, parseEndpoint, requirePush }: Dependencies,
  viewer: Viewer,
  { accessToken, keys, ...input }: AppSubscriptionInput,
): Promise<AppPushSubscription> {
  // The token of a browser session changes every few minutes.
  if (viewer.app === undefined) throw new ForbiddenError('error.onlyAppsSubscribe');
  requirePush();
  return replaceAppSubscription(database, viewer, {
    ...input,
    ...readPushKeys(keys),
    endpoint: await parseEndpoint(input.endpoint),
    encryptedToken: cipher.encrypt(viewer.sessionId, Buffer.from(accessToken)),
  });
}

/** @throws NotFoundError */
export async function getAppSubscription(
  database: Database,
  viewer: Viewer,
): Promise<AppPushSubscription> {
  return requireFound(await findAppSubscription(database, viewer));
}

/** @throws NotFoundError */
export async function changeAppSubscription(
  database: Database,
  viewer: Viewer,
  choices: Partial<PushChoices>,
): Promise<AppPushSubscription> {
  return requireFound(await updateAppSubscription(database, viewer, choices));
}

function requireFound<Found>(found: Found | null): Found {
  if (found === null) throw new NotFoundError('error.appNotSubscribed');
  return found;
}

interface ReadDependencies {
  notifications: Pick<NotificationsModule, 'listUnread'>;
  cipher: SecretCipher;
  appMessages: AppMessages;
}

/** Notifications for an app. Null if the instance's secret has changed since it subscribed. */
export async function readPendingForApp(
  { notifications, cipher, appMessages }: ReadDependencies,
  subscription: ClaimedApp,
  upTo: string,
): Promise<PendingMessages<AppPosition> | null> {
  const { userId, lastNotificationId: after, alerts, policy } = subscription;
  const token = cipher.decrypt(subscription.sessionId, subscription.encryptedToken);
  if (token === null) return null;
  const types = appMessages.toTypes(alerts);
  const query = { after, take: examinedMax, types };
  const unread =
    types.length === 0 ? [] : (await notifications.listUnread(userId, query)).notifications;
  const options = {
    accessToken: Buffer.from(token).toString(),
    locale: subscription.locale ?? sourceLocale,
  };
  return {
    messages: unread
      .filter((notification) => notification.id < upTo && isOfPolicy(policy, notification))
      .slice(0, messagesPerDeliveryMax)
      .map((notification) => appMessages.toMessage(notification, options))
      .toReversed(),
    position: { lastNotificationId: upTo > after ? upTo : after },
  };
}

function isOfPolicy(policy: PushPolicy, { actors: [latest] }: Notification): boolean {
  switch (policy) {
    case 'all':
      return true;
    case 'followed':
      return latest?.isFollowing === true;
    case 'follower':
      return latest?.isFollowedBy === true;
    case 'none':
      return false;
  }
}
