import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import { dayMs, hourMs, minuteMs } from '../../../platform/clock.ts';
import type { Clock, Repeat } from '../../../platform/clock.ts';
import { InsufficientStorageError, UnavailableError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Logger } from '../../../platform/logger.ts';
import { canConvert } from '../ffmpeg/ffmpeg.ts';
import type { MediaStore } from '../store/media-store.ts';
import { convertStoredVideo } from './convert-stored-video.ts';
import type { ConvertDependencies } from './convert-stored-video.ts';
import { ConversionFailed } from './run-conversion.ts';
import {
  claimConversion,
  deleteConversion,
  deleteReplacedOriginal,
  extendLease,
  findVideoUse,
  hasDueConversion,
  LeaseLost,
  listOverdue,
  listReplaced,
  moveBack,
  refreshWaiting,
  replaceOriginal,
  requeueConversion,
} from './conversions.repository.ts';
import type { ClaimedConversion, ConvertedFile, VideoUse } from './conversions.repository.ts';

const failuresMax = 3;
const retryAfterMs = 60 * 1000;
/**
 * After an outage or without space, which says nothing about the video: each time as long as since
 * the first attempt.
 */
const postponedMs = { min: 5 * minuteMs, max: 6 * hourMs };
const postponedMaxMs = 3 * dayMs;
/** How often the progress is stored, which also keeps other servers from taking over. */
const heartbeatMs = 5 * 1000;
/** If no server converts videos for this time, those that wait keep their original. */
const overdueMs = 3 * dayMs;
/** How often a missing ffmpeg is looked for again. */
const probeIntervalMs = 60 * 1000;
const cleanupBatch = 100;
const convertedPrefix = 'converted';

interface Dependencies extends ConvertDependencies {
  database: Database;
  store: MediaStore;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  bus: Pick<Bus, 'publish'>;
  /** Whether videos are converted, if ffmpeg is installed. */
  convertsVideos: boolean;
  repeat: Repeat;
}

/** Conversions of videos to H.264 and AAC in MP4, which all browsers play. */
export function createConversions(dependencies: Dependencies) {
  const { database, clock, convertsVideos, ffmpeg, store } = dependencies;
  const stopping = new AbortController();
  const probe = createProbe(() => canConvert(ffmpeg), clock);
  const isAvailable = async () => convertsVideos && (await probe());
  // ffmpeg is only looked for when there is something to convert.
  const canStart = async () =>
    convertsVideos &&
    !stopping.signal.aborted &&
    (await hasDueConversion(database, clock.now())) &&
    (await isAvailable());

  return {
    /** Whether this server converts videos. */
    isAvailable,

    /** A background job of every server: converts the waiting videos, one at a time. */
    async convertDue(): Promise<void> {
      while (await canStart()) {
        const claimed = await claimConversion(database, clock.now());
        if (claimed === null) return;
        await refreshWaiting(database, clock.now());
        await convert(dependencies, claimed, stopping.signal);
      }
    },

    /** A background job: deletes replaced originals, and gives up videos that no server converts. */
    async cleanUp(): Promise<void> {
      const now = clock.now();
      await inBatches(
        () => listReplaced(database, now, cleanupBatch),
        async (replaced) => {
          await store.removeFile(replaced.storageKey, replaced.fileName);
          // Last, so that the next run continues after an interruption.
          await deleteReplacedOriginal(database, replaced);
        },
      );
      const before = new Date(now.getTime() - overdueMs);
      await inBatches(
        () => listOverdue(database, before, cleanupBatch),
        (overdue) => giveUp(dependencies, overdue),
      );
    },

    /** Ends the conversion in progress. This or another server starts it again. */
    stop: (): void => stopping.abort(),
  };
}

/** Remembers success. After a failure, the program may be installed, or have been slow. */
function createProbe(probe: () => Promise<boolean>, clock: Clock): () => Promise<boolean> {
  let last: { result: Promise<boolean>; at: number } | undefined;
  return async () => {
    const now = clock.now().getTime();
    const isFresh = last !== undefined && now - last.at < probeIntervalMs;
    if (last === undefined || (!isFresh && !(await last.result)))
      last = { result: probe(), at: now };
    return last.result;
  };
}

async function inBatches<Row>(
  list: () => Promise<Row[]>,
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await list();
    for (const row of rows) await handle(row);
    if (rows.length < cleanupBatch) return;
  }
}

async function convert(
  dependencies: Dependencies,
  claimed: ClaimedConversion,
  stopping: AbortSignal,
): Promise<void> {
  const { database, store, clock } = dependencies;
  const { mediaId, ownerId, storageKey, fileName, attempts, failures } = claimed;
  if (fileName === null || failures > failuresMax) return giveUp(dependencies, claimed);
  const startedAt = clock.now();
  const targetName = `${convertedPrefix}${attempts}.mp4`;
  try {
    if (attempts > 1) await removeLeftovers(store, claimed);
    const video = { mediaId, attempt: attempts, storageKey, fileName, targetName };
    const converted = await withLease(dependencies, claimed, stopping, (running) =>
      convertStoredVideo(dependencies, video, running),
    );
    announce(dependencies, await replaceOriginal(database, claimed, converted, clock.now()));
  } catch (error) {
    if (error instanceof LeaseLost) {
      // The server that has taken over writes another file, and deletes those of a deleted video.
      await store.removeFile(storageKey, targetName);
    } else if (stopping.aborted) {
      await requeueConversion(database, claimed, { dueAt: clock.now(), isFailure: false });
    } else {
      await handleFailure(dependencies, claimed, error);
    }
  } finally {
    // A server that stops says nothing about the video.
    if (!stopping.aborted) {
      const now = clock.now();
      const elapsedMs = now.getTime() - startedAt.getTime();
      await moveBack(database, ownerId, { elapsedMs, now });
    }
  }
}

type Work = (running: {
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}) => Promise<ConvertedFile & { replacedBytes: number }>;

/** Stores the progress of the work, and aborts it when the lease is lost. @throws LeaseLost */
async function withLease(
  { database, clock, logger, repeat }: Dependencies,
  claimed: ClaimedConversion,
  stopping: AbortSignal,
  work: Work,
) {
  const lost = new AbortController();
  let percent = 0;
  const extend = async () => {
    try {
      const isHeld = await extendLease(database, claimed, { percent, now: clock.now() });
      if (!isHeld) lost.abort(new LeaseLost());
    } catch (error) {
      // The lease ends if this continues.
      logger.warn({ err: error }, 'could not store the progress of a conversion');
    }
  };
  let extending: Promise<void> | undefined;
  const endHeartbeats = repeat(heartbeatMs, () => {
    extending ??= extend().finally(() => {
      extending = undefined;
    });
  });
  try {
    return await work({
      onProgress: (reached) => {
        percent = reached;
      },
      signal: AbortSignal.any([stopping, lost.signal]),
    });
  } catch (error) {
    if (lost.signal.aborted) throw new LeaseLost('The lease has ended.', { cause: error });
    throw error;
  } finally {
    endHeartbeats();
    await extending;
  }
}

async function handleFailure(
  dependencies: Dependencies,
  claimed: ClaimedConversion,
  error: unknown,
): Promise<void> {
  const { database, clock, logger } = dependencies;
  const { mediaId, attempts, failures } = claimed;
  logger.warn({ err: error, media: mediaId, attempt: attempts }, 'could not convert a video');
  const now = clock.now().getTime();
  const requeue = (afterMs: number, isFailure: boolean) =>
    requeueConversion(database, claimed, { dueAt: new Date(now + afterMs), isFailure });
  const triedForMs = now - (claimed.firstTriedAt?.getTime() ?? now);
  if (isTemporary(error) && triedForMs < postponedMaxMs) {
    const delayMs = Math.min(Math.max(triedForMs, postponedMs.min), postponedMs.max);
    await requeue(delayMs, false);
  } else if (!isFinal(error) && failures < failuresMax) {
    await requeue(retryAfterMs, true);
  } else {
    await giveUp(dependencies, claimed);
  }
}

function isTemporary(error: unknown): boolean {
  const isFull = error instanceof InsufficientStorageError;
  return isFull || error instanceof UnavailableError || isOutage(error);
}

/** Whether the same happens again. */
function isFinal(error: unknown): boolean {
  return isTemporary(error) || (error instanceof ConversionFailed && error.isFinal);
}

/** The original stays. Of a deleted video, nothing does. */
async function giveUp(dependencies: Dependencies, claimed: ClaimedConversion): Promise<void> {
  const { database, store } = dependencies;
  if (claimed.fileName === null) {
    await store.remove(claimed.storageKey);
    await deleteConversion(database, claimed);
    return;
  }
  // First, so that no other server can finish it with one of the files.
  if (!(await deleteConversion(database, claimed))) return;
  await removeLeftovers(store, claimed);
  announce(dependencies, await findVideoUse(database, claimed.mediaId));
}

/** Deletes the files of attempts whose server was killed. */
async function removeLeftovers(
  store: Pick<MediaStore, 'list' | 'removeFile'>,
  { storageKey }: ClaimedConversion,
): Promise<void> {
  for (const name of await store.list(storageKey)) {
    if (name.startsWith(convertedPrefix)) await store.removeFile(storageKey, name);
  }
}

/** Apps show the thread with its changed file. The web app asks for it itself. */
function announce({ bus }: Pick<Dependencies, 'bus'>, use: VideoUse | null): void {
  if (!use?.threadId) return;
  publishThreadChange(bus, { change: 'converted', threadId: use.threadId, actorId: use.ownerId });
}
