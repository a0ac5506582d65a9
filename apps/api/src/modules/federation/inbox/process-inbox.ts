import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, RateLimitedError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createRunOnRequest } from '../../../platform/run-on-request.ts';
import type { WaitForRequest } from '../../../platform/run-on-request.ts';
import { findActor } from '../actors/remote-actors.repository.ts';
import { createLoaders } from '../http-client/load-document.ts';
import { AlreadyReceived, recordReceived } from '../expiring-values.repository.ts';
import { synchronizeFollowers } from '../follows/synchronize-followers.ts';
import type { SynchronizationDependencies } from '../follows/synchronize-followers.ts';
import { handleActivity } from './handle-activity.ts';
import type { HandlingDependencies } from './handle-activity.ts';
import { claimActivities, postponeActivity, removeActivity } from './inbox.repository.ts';
import type { WaitingActivity } from './inbox.repository.ts';
import { InvalidActivity, parseActivity } from './parse-activity.ts';
import type { Received } from './received.ts';
import { refreshIfStale } from '../actors/refresh-actor.ts';

const runningMax = 16;
/** Activities that began earlier mostly wait for other servers. The others use the processor and the database. */
const busyMs = 250;
/** Users of this server have priority: their requests find a free connection to the database. */
const busyMax = 3;
const perHostMax = 2;
/** The time for all documents that an activity needs. Later requests fail as if the servers did not respond. */
const fetchingMs = 15_000;
/** An activity that cannot be processed then is removed. */
const attemptsMax = 8;
/** An activity that fails like an outage so often, or ends the process, is removed. */
const outagesMax = 20;
/** The delay doubles with each failure. */
const firstDelayMs = 60_000;

export interface ProcessingDependencies extends HandlingDependencies, SynchronizationDependencies {
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * A background job of all servers that also runs after each new activity: applies the activities that other servers have
 * sent. Servers that do not respond, such as the server of a missing thread, delay only activities of the same host.
 */
export function createInboxProcessor(deps: ProcessingDependencies): () => Promise<void> {
  return createRunOnRequest(
    (waitForRequest) => processWaiting(deps, waitForRequest),
    deps.stopping,
  );
}

interface Running {
  host: string;
  startedAt: number;
}

/** How many more activities may run. */
function countFree(running: readonly Running[]): number {
  const busySince = performance.now() - busyMs;
  const busyCount = running.filter(({ startedAt }) => startedAt > busySince).length;
  return Math.min(runningMax - running.length, busyMax - busyCount);
}

async function processWaiting(
  deps: ProcessingDependencies,
  waitForRequest: WaitForRequest,
): Promise<void> {
  const { database, clock, stopping } = deps;
  const running = new Map<Promise<void>, Running>();
  try {
    while (!stopping.aborted) {
      const requested = waitForRequest();
      const limit = countFree([...running.values()]);
      if (limit > 0) {
        const runningHosts = [...running.values()].map(({ host }) => host);
        const options = { limit, perHostMax, runningHosts };
        const claimed = await claimActivities(database, clock.now(), options);
        if (claimed.length === 0 && running.size === 0) return;
        for (const activity of claimed) {
          const processing: Promise<void> = processActivity(deps, activity).finally(() => {
            running.delete(processing);
          });
          running.set(processing, { host: activity.host, startedAt: performance.now() });
        }
      }
      const isNoLongerBusy = sleep(busyMs, undefined, { ref: false });
      await Promise.race([...running.keys(), requested, isNoLongerBusy]);
    }
  } finally {
    await Promise.allSettled(running.keys());
  }
}

async function processActivity(
  deps: ProcessingDependencies,
  waiting: WaitingActivity,
): Promise<void> {
  const { database, clock, logger, stopping } = deps;
  const { id, senderUri, attempts } = waiting;
  if (attempts > outagesMax) {
    logger.warn({ senderUri }, 'an activity is given up: it has ended the process several times');
    return removeActivity(database, id);
  }
  try {
    await apply(deps, waiting);
  } catch (error) {
    // The next start continues at once. In another outage, it is taken again after some minutes.
    if (stopping.aborted) return postponeActivity(database, id, clock.now());
    if (isOutage(error) && attempts < outagesMax) throw error;
    if (!isFinal(error) && attempts < attemptsMax) {
      logger.warn({ err: error, senderUri }, 'an activity could not be processed yet');
      const delayMs = firstDelayMs * 2 ** (attempts - 1);
      return postponeActivity(database, id, new Date(clock.now().getTime() + delayMs));
    }
    if (!(error instanceof AlreadyReceived)) {
      logger.info({ err: error, senderUri }, 'an activity has no effect');
    }
  }
  await removeActivity(database, id);
}

/** Whether another attempt would have the same result. */
function isFinal(error: unknown): boolean {
  if (error instanceof RateLimitedError) return false;
  return (
    error instanceof AppError ||
    error instanceof AlreadyReceived ||
    error instanceof InvalidActivity
  );
}

/** @throws AlreadyReceived; InvalidActivity; AppError if it is not allowed */
async function apply(deps: ProcessingDependencies, waiting: WaitingActivity): Promise<void> {
  const { senderUri, host, synchronization, receivedAt } = waiting;
  const sender = await findActor(deps.database, senderUri);
  if (sender === null) return;
  const document = JSON.parse(waiting.body) as Record<string, unknown>;
  const loaders = createLoaders(deps, `server:${host}`, AbortSignal.timeout(fetchingMs));
  const parsed = await parseActivity(document, { actorUri: senderUri, loaders });
  const { userId: senderId } = sender;
  const received: Received = {
    ...parsed,
    senderUri,
    senderId,
    document,
    receivedAt,
    loaders,
    record: (tx) => recordReceived(tx, parsed.uri, deps.clock.now()),
  };
  if (!(await handleActivity(deps, received, sender))) return;
  await refreshIfStale(deps, sender, loaders);
  if (synchronization !== null) {
    await synchronizeFollowers(deps, synchronization, {
      userId: senderId,
      uri: senderUri,
      loaders,
    });
  }
}
