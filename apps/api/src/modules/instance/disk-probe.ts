import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { LabelKey } from '@skein/messages';

/** However often readiness is checked, the disk is written to at most once in this time. */
const probeEveryMs = 2000;
/** A busy server writes slowly: the disk counts as stuck only after this time and these checks. */
const stuckAfterMs = 15_000;
const stuckAfterChecks = 3;
const secondAttemptAfterMs = 200;
/** More than zero bytes: an empty file may succeed on a full disk. */
const content = Buffer.alloc(4096);

/** A folder that the server writes to, and its name in messages. */
export interface ProbedFolder {
  name: LabelKey;
  directory: string;
  /** Created with the first file. */
  isCreatedOnDemand?: true;
}

/** `rejected`: the file system returned an error twice. `stuck`: a write does not end. */
export type DiskFailure =
  { kind: 'rejected'; name: LabelKey; cause: unknown } | { kind: 'stuck'; name: LabelKey };

/** Returns the first folder that cannot be written to; null when all accept writes. */
export type ProbeDisk = () => Promise<DiskFailure | null>;

/** @param write writes to a folder; rejects with the error of the file system */
export function createDiskProbe(
  folders: readonly ProbedFolder[],
  write: (folder: ProbedFolder) => Promise<void> = writeProbe,
): ProbeDisk {
  const probes = folders.map((folder) => createFolderProbe(folder, write));
  return async () => {
    const failures = await Promise.all(probes.map((probe) => probe()));
    return failures.find((failure) => failure !== null) ?? null;
  };
}

interface RunningProbe {
  startedAt: number;
  checks: number;
  /** Resolves to true when the write has ended. */
  ended: Promise<true>;
}

function createFolderProbe(
  folder: ProbedFolder,
  write: (folder: ProbedFolder) => Promise<void>,
): ProbeDisk {
  const { name } = folder;
  let endedAt = -Infinity;
  let latest: DiskFailure | null = null;
  let running: RunningProbe | undefined;

  async function probe(): Promise<true> {
    try {
      await write(folder).catch(async () => {
        await wait(secondAttemptAfterMs);
        await write(folder);
      });
      latest = null;
    } catch (cause) {
      latest = { kind: 'rejected', name, cause };
    }
    endedAt = performance.now();
    running = undefined;
    return true;
  }

  return async () => {
    // Never writes again to a disk that has not responded yet.
    if (running === undefined && performance.now() - endedAt >= probeEveryMs) {
      running = { startedAt: performance.now(), checks: 0, ended: probe() };
    }
    if (running === undefined) return latest;
    running.checks += 1;
    const { startedAt, checks, ended } = running;
    if (await Promise.race([ended, wait(probeEveryMs)])) return latest;
    const isStuck = performance.now() - startedAt >= stuckAfterMs && checks >= stuckAfterChecks;
    return isStuck ? { kind: 'stuck', name } : latest;
  };
}

async function writeProbe({ directory, isCreatedOnDemand }: ProbedFolder): Promise<void> {
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

/** Resolves to false. */
function wait(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref();
  });
}
