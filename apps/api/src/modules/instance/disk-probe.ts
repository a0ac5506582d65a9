import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** However often readiness is asked for, the disk is written to once in this time. */
const probeEveryMs = 2000;
const timeoutMs = 2000;
/** An empty file may fit where nothing else does. */
const content = Buffer.alloc(4096);

/** A folder that the server writes to, and what to call it in a message. */
export interface ProbedFolder {
  name: string;
  directory: string;
  /** It is created with the first file. */
  isMadeOnDemand?: true;
}

interface DiskFailure {
  name: string;
  cause: unknown;
}

/** Gives which folder rejects writes and why; null when all accept them. */
export type ProbeDisk = () => Promise<DiskFailure | null>;

export function createDiskProbe(folders: readonly ProbedFolder[]): ProbeDisk {
  let probedAt = -Infinity;
  let writing = 0;
  let result: Promise<DiskFailure | null> = Promise.resolve(null);

  async function probe(folder: ProbedFolder): Promise<DiskFailure | null> {
    writing += 1;
    const written = writeTo(folder).finally(() => {
      writing -= 1;
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
    // A disk that does not respond is not written to again before it does.
    if (writing === 0 && performance.now() - probedAt >= probeEveryMs) {
      probedAt = performance.now();
      result = probeAll();
    }
    return result;
  };
}

async function writeTo({ directory, isMadeOnDemand }: ProbedFolder): Promise<void> {
  if (isMadeOnDemand) await makeMissing(directory);
  // Servers that share the folder have names of their own.
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

/** Does not create the folders above it: the operator does. */
async function makeMissing(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw error;
  }
}

async function failAfter(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
  throw new Error('The disk does not respond.');
}
