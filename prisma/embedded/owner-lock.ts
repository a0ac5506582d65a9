import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';
import { readProcess } from './process-info.ts';

export interface OwnerLock {
  release: () => void;
}

/**
 * Makes this process the owner of a data directory. The file names the owner by pid and start
 * time, so the lock of a dead process counts for nothing, even when its pid lives on elsewhere.
 *
 * @throws {EmbeddedPostgresError} when another live process is the owner.
 */
export function acquireOwnerLock(path: string): OwnerLock {
  const mine = JSON.stringify({ pid: process.pid, startMark: readProcess(process.pid)?.startMark });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o644 });
  try {
    while (!tryLink(draft, path)) removeStaleLock(path);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (readOwner(path) === mine) rmSync(path, { force: true });
    },
  };
}

/** The pid of the live process that owns the directory, if there is one. */
export function findLiveOwner(path: string): number | undefined {
  const content = readOwner(path);
  return content === undefined ? undefined : livePid(content);
}

// A link, unlike a create followed by a write, never shows a lock without its content.
function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
}

function removeStaleLock(path: string): void {
  const seen = readOwner(path);
  if (seen === undefined) return;
  const pid = livePid(seen);
  if (pid !== undefined) {
    throw new EmbeddedPostgresError(
      `Another Skein (process ${pid}) is using this data directory (${path}); stop it first, or give this one its own DATA_DIR.`,
    );
  }
  const removed = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, removed);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // Two processes may find the same stale lock: the slower one may just have taken away the
  // faster one's new lock, and then gives it back.
  if (readOwner(removed) !== seen) tryLink(removed, path);
  rmSync(removed, { force: true });
}

function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function livePid(content: string): number | undefined {
  const owner = parseOwner(content);
  if (owner === undefined) return undefined;
  return readProcess(owner.pid)?.startMark === owner.startMark ? owner.pid : undefined;
}

function parseOwner(content: string): { pid: number; startMark: string } | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('pid' in value) || typeof value.pid !== 'number') return undefined;
    if (!('startMark' in value) || typeof value.startMark !== 'string') return undefined;
    return { pid: value.pid, startMark: value.startMark };
  } catch {
    return undefined;
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
