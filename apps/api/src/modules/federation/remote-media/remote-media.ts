import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@skein/db';
import pLimit from 'p-limit';
import { dayMs, hourMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  ForbiddenError,
  InsufficientStorageError,
  PayloadTooLargeError,
  RateLimitedError,
  UnavailableError,
  UnsupportedMediaError,
  ValidationError,
} from '../../../platform/errors.ts';
import type { AppError } from '../../../platform/errors.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import type { FairQueue } from '../../../platform/fair-queue.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { RateLimiter } from '../../../platform/rate-limits/rate-limits.ts';
import type { MediaModule, MediaStore, RemoteFiles } from '../../media/index.ts';
import { findRegistrableDomain } from '../servers/registrable-domain.ts';
import { openRemoteFile } from './open-remote-file.ts';
import type { OpenFileDependencies } from './open-remote-file.ts';
import {
  claimInterrupted,
  claimRemoteMedia,
  claimUnused,
  findRemoteMedia,
  readStoredBytes,
  recordFailure,
  recordRemoval,
  recordStored,
  recordUses,
} from './remote-media.repository.ts';
import type { ClaimedFiles, RemoteMediaRow } from './remote-media.repository.ts';

/** A request does not wait longer. The file is stored nevertheless. */
const waitMaxMs = 20_000;
const pollMs = 200;
const retentionDays = 14;
/** If there is no room for a new file, these are removed. */
const unusedHours = 2;
/** The size of all files is read again then, because other servers of the instance store files, too. */
const totalFreshMs = 60_000;
const batchSize = 100;
/** Files that one run of the job deletes. */
const removedMax = 10_000;
const removalsAtOnce = 10;
/** Servers of large instances may have the pictures of a whole page. */
const queueLimits = { slots: 16, ownerSlots: 4, waitingMax: 300, waitMaxMs };

interface RemoteMediaDependencies extends OpenFileDependencies {
  database: Database;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
  rateLimiter: RateLimiter;
  mediaStore: MediaStore;
  media: Pick<MediaModule, 'storeRemoteFile'>;
  remoteMediaBytes: number;
}

/**
 * Files of other servers, by the keys of rows of this server. A browser never requests an address of another
 * server, and nobody can make this server request any other address.
 */
export function createRemoteMedia(deps: RemoteMediaDependencies) {
  const { database, clock, mediaStore } = deps;
  const running = new Map<string, Promise<void>>();
  const usedKeys = new Set<string>();
  const storage = createStorage(deps);
  const queue = createFairQueue(queueLimits);

  /** Fetches a file once, also for several requests and servers. */
  function store(storageKey: string, row: RemoteMediaRow): Promise<void> {
    const present = running.get(storageKey);
    if (present !== undefined) return present;
    const storing = storeOnce({ ...deps, storage, queue }, storageKey, row).finally(() =>
      running.delete(storageKey),
    );
    // Requests may have stopped waiting.
    storing.catch(() => undefined);
    running.set(storageKey, storing);
    return storing;
  }

  const files: RemoteFiles = {
    recordUse: (storageKey) => void usedKeys.add(storageKey),
    async fetch(storageKey, fileName) {
      const row = await findRemoteMedia(database, storageKey, clock.now());
      if (row === null) return null;
      const stored = row.isStored ? await mediaStore.list(storageKey) : [];
      if (stored.length > 0) return findName(stored, fileName);
      if (row.isUnavailable) return null;
      const wait = sleep(waitMaxMs, 'late' as const, { ref: false });
      if ((await Promise.race([store(storageKey, row), wait])) === 'late') {
        throw new UnavailableError('error.serverBusy', { retryAfterSeconds: 10 });
      }
      return findName(await mediaStore.list(storageKey), fileName);
    },
  };

  return {
    files,
    /** A background job on every server. */
    async recordUses(): Promise<void> {
      const keys = [...usedKeys];
      usedKeys.clear();
      if (keys.length > 0) await recordUses(database, keys, clock.now());
    },
    /**
     * A background job: deletes files that nobody has used for 14 days, and what a killed server has left. A run deletes
     * a limited number, because other jobs wait for it.
     */
    async removeUnused(stopping?: AbortSignal): Promise<void> {
      for (const remove of [
        () => storage.removeInterrupted(),
        () => storage.removeUnused(retentionDays * dayMs),
      ]) {
        for (let removed = 0; removed < removedMax && stopping?.aborted !== true;) {
          const count = await remove();
          if (count === 0) break;
          removed += count;
        }
      }
    },
  };
}

interface StoringDependencies extends RemoteMediaDependencies {
  storage: ReturnType<typeof createStorage>;
  queue: FairQueue;
}

/** Fetches a file, unless another server does so. */
async function storeOnce(
  deps: StoringDependencies,
  storageKey: string,
  { uri, kind, isStored }: RemoteMediaRow,
): Promise<void> {
  const { database, clock, logger, mediaStore, rateLimiter, storage, queue } = deps;
  if (!(await claimRemoteMedia(database, storageKey, { isStored, now: clock.now() }))) {
    await waitForOtherServer(deps, storageKey);
    return;
  }
  try {
    const host = await findRegistrableDomain(new URL(uri).host);
    const bytes = await queue.run({ owner: host }, async () => {
      await rateLimiter.consume('federationFetches', `media:${host}`);
      await storage.makeRoom();
      return deps.media.storeRemoteFile({ storageKey, kind }, openRemoteFile(deps, uri));
    });
    storage.add(bytes);
    const isNeeded = await recordStored(database, storageKey, { bytes, now: clock.now() });
    if (!isNeeded) await mediaStore.remove(storageKey);
  } catch (error) {
    // Some sizes may have been stored.
    await mediaStore.remove(storageKey);
    const failure = isOwnLimit(error) ? null : { now: clock.now(), isRejected: isRejection(error) };
    await recordFailure(database, storageKey, failure);
    if (failure === null) throw error;
    logger.warn({ err: error, uri }, 'a file of another server could not be stored');
  }
}

/** Keeps all files within the quota. Files that are being fetched may exceed it for a moment. */
function createStorage({
  database,
  clock,
  mediaStore,
  remoteMediaBytes: maxBytes,
}: RemoteMediaDependencies) {
  let storedBytes = 0;
  let readAt = -Infinity;

  async function read(): Promise<void> {
    storedBytes = await readStoredBytes(database);
    readAt = performance.now();
  }

  /** Returns the number of files. */
  async function remove(files: ClaimedFiles): Promise<number> {
    const limit = pLimit(removalsAtOnce);
    await limit.map(files.storageKeys, (key) => mediaStore.remove(key));
    await recordRemoval(database, files);
    storedBytes -= files.bytes;
    return files.storageKeys.length;
  }

  /** Removes the files that nobody has used for this time. Returns how many. */
  async function removeUnused(unusedMs: number): Promise<number> {
    const now = clock.now();
    const usedBefore = new Date(now.getTime() - unusedMs);
    return remove(await claimUnused(database, usedBefore, { now, limit: batchSize }));
  }

  return {
    removeUnused,
    async removeInterrupted(): Promise<number> {
      return remove(await claimInterrupted(database, { now: clock.now(), limit: batchSize }));
    },
    add(bytes: number): void {
      storedBytes += bytes;
    },
    /** @throws InsufficientStorageError if all files were used within the last two hours */
    async makeRoom(): Promise<void> {
      if (performance.now() - readAt > totalFreshMs) await read();
      while (storedBytes >= maxBytes) {
        if ((await removeUnused(unusedHours * hourMs)) === 0) throw new InsufficientStorageError();
      }
    },
  };
}

async function waitForOtherServer(
  { database, clock }: RemoteMediaDependencies,
  storageKey: string,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMaxMs; waitedMs += pollMs) {
    const row = await findRemoteMedia(database, storageKey, clock.now());
    if (row?.isClaimed !== true) return;
    await sleep(pollMs);
  }
}

/**
 * The stored file for a name. Names are chosen before the file is known: a picture may be smaller than a requested
 * size, and a video may have another format.
 */
function findName(stored: readonly string[], fileName: string): string | null {
  if (stored.includes(fileName)) return fileName;
  if (fileName.startsWith('poster.')) return null;
  return stored.find((name) => name.startsWith('original.')) ?? null;
}

/** Whether the file will never be accepted. */
function isRejection(error: unknown): boolean {
  return [PayloadTooLargeError, UnsupportedMediaError, ValidationError].some(
    (type) => error instanceof type,
  );
}

/** Whether this server could not or must not fetch it now. */
function isOwnLimit(error: unknown): error is AppError {
  return [ForbiddenError, InsufficientStorageError, RateLimitedError, UnavailableError].some(
    (type) => error instanceof type,
  );
}
