import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { minuteMs } from '../../platform/clock.ts';

/** Many times the longest request duration. */
const abandonedAfterMs = 15 * minuteMs;

/**
 * Deletes incomplete uploads of processes that were killed. Decides by age only, because other
 * servers may use the same directory and their processes are invisible from another container.
 */
export async function deleteAbandonedUploads(directory: string): Promise<void> {
  for (const name of await ignoreMissing(readdir(directory), [])) {
    const upload = path.join(directory, name);
    const changedAt = await ignoreMissing(
      stat(upload).then((stats) => stats.mtimeMs),
      Infinity,
    );
    if (Date.now() - changedAt > abandonedAfterMs) {
      await rm(upload, { recursive: true, force: true });
    }
  }
}

async function ignoreMissing<Result>(result: Promise<Result>, fallback: Result): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback;
    throw error;
  }
}
