import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { readPushKeys } from './push-subscription-keys.ts';
import type { PushSubscriptionKeys } from './push-subscription-keys.ts';
import { deleteSubscription, insertSubscription } from './subscriptions.repository.ts';

interface Dependencies {
  database: Database;
  parseEndpoint: (text: string) => Promise<string>;
  /** @throws ForbiddenError if push notifications are off on this instance */
  requirePush: () => void;
}

/**
 * Subscribes a browser.
 * @throws ForbiddenError if push notifications are off on this instance
 * @throws ValidationError for an invalid subscription
 */
export async function subscribeBrowser(
  { database, parseEndpoint, requirePush }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { endpoint, keys }: { endpoint: string; keys: PushSubscriptionKeys },
): Promise<string> {
  // The subscription may have been replaced or removed since; a repeated request still gets the
  // first result.
  if (idempotency.attempt === 'completed') return idempotency.id;
  requirePush();
  const target = { endpoint: await parseEndpoint(endpoint), ...readPushKeys(keys) };
  return insertSubscription(database, viewer, idempotency.id, target);
}

/** @throws NotFoundError */
export async function unsubscribeBrowser(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (isId(id) && (await deleteSubscription(database, userId, id))) return;
  throw new NotFoundError('error.pushNotSubscribed');
}
