import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** However often readiness is checked, the disk is written to at most once in this time. */
const probeEveryMs = 2000;
const timeoutMs = 2000;
/** More than zero bytes: an empty file may succeed on a full disk. */
const content = Buffer.alloc(4096);

/** A folder that the server writes to, and its name in messages. */
export interface ProbedFolder {
  name: string;
  directory: string;
  /** Created with the first file. */
  isCreatedOnDemand?: true;
}

interface DiskFailure {
  name: string;
  cause: unknown;
}

/** Returns the folder that rejects writes and the cause; null when all accept them. */
export type ProbeDisk = () => Promise<DiskFailure | null>;

export function createDiskProbe(folders: readonly ProbedFolder[]): ProbeDisk {
  let probedAt = -Infinity;
  let pendingWrites = 0;
  let result: Promise<DiskFailure | null> = Promise.resolve(null);

  async function probe(folder: ProbedFolder): Promise<DiskFailure | null> {
    pendingWrites += 1;
    const written = writeTo(folder).finally(() => {
      pendingWrites -= 1;
    });
    const timeout = new AbortController();
    try {
      await Promise.race([written, failAfter(timeoutMs, timeout.signal)]);
      return null;
    } catch (cause) {
      return { name: folder.name, cause };
    } finally {
      timeout.abort();
    }
  }

  async function probeAll(): Promise<DiskFailure | null> {
    const failures = await Promise.all(folders.map(probe));
    return failures.find((failure) => failure !== null) ?? null;
  }

  return () => {
    // Do not write again to a disk that has not responded yet.
    if (pendingWrites === 0 && performance.now() - probedAt >= probeEveryMs) {
      probedAt = performance.now();
      result = probeAll();
    }
    return result;
  };
}

async function writeTo({ directory, isCreatedOnDemand }: ProbedFolder): Promise<void> {
  if (isCreatedOnDemand) await createIfMissing(directory);
  // Servers may share the folder, so each file has a unique name.
  const file = path.join(directory, `.write-probe-${randomUUID()}`);
  try {
    const handle = await open(file, 'w', 0o600);
    try {
      await handle.write(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** Does not create parent folders; the operator does. */
async function createIfMissing(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const isExisting = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isExisting) throw error;
  }
}

async function failAfter(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
  throw new Error('The disk does not respond.');
}
