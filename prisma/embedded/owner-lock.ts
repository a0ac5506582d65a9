import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';
import { readProcess } from './process-info.ts';

export interface OwnerLock {
  release: () => void;
}

/**
 * Makes this process the owner of a data directory. The file contains the owner's pid and start time,
 * so that the lock of a dead process is ignored even if its pid was reused.
 *
 * @throws {EmbeddedPostgresError} if another live process is the owner
 */
export function acquireOwnerLock(path: string): OwnerLock {
  const ownContent = JSON.stringify({
    pid: process.pid,
    startMark: readProcess(process.pid)?.startMark,
  });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, ownContent, { mode: 0o644 });
  try {
    while (!tryLink(draft, path)) removeStaleLock(path);
  } finally {
    rmSync(draft, { force: true });
  }
  return {
    release() {
      if (readOwner(path) === ownContent) rmSync(path, { force: true });
    },
  };
}

/** The pid of the live process that owns the directory, or undefined. */
export function findLiveOwner(path: string): number | undefined {
  const content = readOwner(path);
  return content === undefined ? undefined : livePid(content);
}

// A link appears together with its content, unlike a file that is created and then written.
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
  const staleContent = readOwner(path);
  if (staleContent === undefined) return;
  const pid = livePid(staleContent);
  if (pid !== undefined) {
    throw new EmbeddedPostgresError(
      `Another Skein (process ${pid}) is using this data directory (${path}); stop it first, or set another DATA_DIR.`,
    );
  }
  const removed = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, removed);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // Two processes may find the same stale lock. The slower one may have removed the new lock of the
  // faster one, and then restores it.
  if (readOwner(removed) !== staleContent) tryLink(removed, path);
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
