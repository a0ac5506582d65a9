import { dateOfId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createRunOnRequest } from '../../../platform/run-on-request.ts';
import type { WaitForRequest } from '../../../platform/run-on-request.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import { toViewer } from '../../../platform/viewer.ts';
import type { RelationshipsModule } from '../../relationships/index.ts';
import { recordUndelivered } from '../../chat/index.ts';
import {
  createSynchronizationHeader,
  synchronizationHeader,
} from '../follows/synchronize-followers.ts';
import {
  attemptsMax,
  claimDeliveries,
  enqueueActivities,
  listLostFollowers,
  recordDelivered,
  recordFailure,
  recordResponse,
  removeDeliveredActivities,
  removeDelivery,
} from './queue.repository.ts';
import type { Delivery } from './queue.repository.ts';
import type { FetchDependencies } from '../http-client/load-document.ts';
import { send, timeoutMs } from '../http-client/send-request.ts';
import { prepareActivity } from './prepare-activity.ts';
import { signActivity } from './sign-activity.ts';

/** Most wait for a response, some for an unresponsive server until the time limit. */
const runningMax = 128;
/** More deliveries are claimed when so many have ended, instead of one by one. */
const claimMin = 16;
/** The time between two removals of delivered activities during a run, which may not end for days. */
const removalMs = 30_000;

export interface DeliveryDependencies extends FetchDependencies {
  logger: Pick<Logger, 'warn' | 'error'>;
  relationships: Pick<RelationshipsModule, 'unfollow'>;
  names: FederationSettings;
}

/** A background job that runs on one server. */
export async function processEvents(deps: DeliveryDependencies): Promise<void> {
  const { database, clock, logger, stopping } = deps;
  let count: number;
  do {
    count = await enqueueActivities(database, clock.now(), {
      prepare: (event, tx) => prepareActivity(deps, event, tx),
      onRemoved: (event, err) => {
        logger.error({ event, err }, 'other servers were not informed about an event');
      },
    });
  } while (count > 0 && !stopping.aborted);
}

/**
 * A background job of all servers that also runs when there are new activities: sends the due deliveries. Unresponsive
 * servers delay no others.
 */
export function createDeliverer(deps: DeliveryDependencies): () => Promise<void> {
  return createRunOnRequest((waitForRequest) => deliverDue(deps, waitForRequest), deps.stopping);
}

async function deliverDue(
  deps: DeliveryDependencies,
  waitForRequest: WaitForRequest,
): Promise<void> {
  const { database, clock, logger, stopping } = deps;
  const running = new Map<Promise<void>, string>();
  let isAnyClaimed = false;
  let removedAt = clock.now().getTime();
  while (!stopping.aborted) {
    const requested = waitForRequest();
    const limit = runningMax - running.size;
    if (limit >= claimMin) {
      const wasIdle = running.size === 0;
      const options = { limit, runningHosts: [...running.values()] };
      const claimed = await claimDeliveries(database, clock.now(), options);
      if (claimed.length === 0 && running.size === 0) {
        if (wasIdle) break;
        // The last delivery ended meanwhile, so that the next one to its inbox is due.
        continue;
      }
      isAnyClaimed ||= claimed.length > 0;
      for (const delivery of claimed) {
        const attempt: Promise<void> = deliver(deps, delivery)
          .catch((err: unknown) => {
            logger.warn({ host: delivery.host, err }, 'the outcome of a delivery was not stored');
          })
          .finally(() => {
            running.delete(attempt);
          });
        running.set(attempt, delivery.host);
      }
    }
    const now = clock.now().getTime();
    if (isAnyClaimed && now - removedAt >= removalMs) {
      await removeDeliveredActivities(database);
      removedAt = now;
    }
    await Promise.race([...running.keys(), requested]);
  }
  await Promise.all(running.keys());
  if (isAnyClaimed) await removeDeliveredActivities(database);
}

async function deliver(deps: DeliveryDependencies, delivery: Delivery): Promise<void> {
  const { database, clock, logger, stopping } = deps;
  try {
    const status = await post(deps, delivery);
    if (status >= 200 && status < 300) {
      await recordDelivered(database, delivery, clock.now());
      return;
    }
    if (status !== 429 && status < 500) await recordResponse(database, delivery.host, clock.now());
    if (status === 404 || status === 410) await endFollows(deps, delivery);
    if (isFinal(status)) {
      await giveUp(deps, delivery);
      await removeDelivery(database, delivery);
      return;
    }
  } catch (error) {
    // While the server stops, requests are aborted. They are sent again.
    if (stopping.aborted) return;
    logger.warn({ host: delivery.host, err: error }, 'an activity could not be delivered');
  }
  if (delivery.attempts >= attemptsMax) await giveUp(deps, delivery);
  await recordFailure(database, delivery, clock.now());
}

/** The sender of a message sees that it was not delivered. */
async function giveUp(deps: DeliveryDependencies, { actorId, body }: Delivery): Promise<void> {
  const { database, addresses, clock } = deps;
  const { type, object } = JSON.parse(body) as { type: string; object?: { id?: string } };
  const messageId = addresses.parseObject(object?.id);
  if (type !== 'Create' || messageId === null) return;
  await recordUndelivered(database, { messageId, senderId: actorId }, clock.now());
}

/** Whether another attempt would have the same result. */
function isFinal(status: number): boolean {
  return status < 500 && ![401, 408, 429].includes(status) && (status < 300 || status >= 400);
}

async function post(deps: DeliveryDependencies, delivery: Delivery): Promise<number> {
  const { keys, addresses, userAgent, sendRequest, stopping } = deps;
  const key = await keys.find(delivery.actorId);
  if (key === null) return 410;
  const { signHeaders } = await import('../fedify.ts');
  const url = new URL(delivery.inbox);
  const { actorId, activityId } = delivery;
  const assertion = { privateKey: key.assertionPrivateKey, keyId: addresses.assertionKey(actorId) };
  const created = dateOfId(activityId);
  const body = Buffer.from(await signActivity(delivery.body, assertion, created));
  const synchronization = await createSynchronizationHeader(deps, delivery);
  const unsigned = {
    'Content-Type': 'application/activity+json',
    'User-Agent': userAgent,
    ...(synchronization !== null && { [synchronizationHeader]: synchronization }),
  };
  const signer = { privateKey: key.privateKey, keyId: addresses.key(actorId) };
  const headers = await signHeaders(url, { method: 'POST', headers: unsigned, body }, signer);
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  const { status } = await send(sendRequest, url, { method: 'POST', headers, body, signal });
  return status;
}

async function endFollows(deps: DeliveryDependencies, delivery: Delivery): Promise<void> {
  for (const followerId of await listLostFollowers(deps.database, delivery)) {
    await deps.relationships.unfollow(toViewer(followerId), delivery.actorId);
  }
}
