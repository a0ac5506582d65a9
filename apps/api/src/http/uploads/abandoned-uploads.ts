import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Many times what a request may take: nobody works any more on what has lain there for so long. */
const abandonedAfterMs = 15 * 60 * 1000;

/**
 * Removes what killed processes had half received. Goes by age alone, since other servers may
 * receive into the same directory, and their processes cannot be seen from another container.
 */
export async function deleteAbandonedUploads(directory: string): Promise<void> {
  for (const name of await unlessGone(readdir(directory), [])) {
    const upload = path.join(directory, name);
    const changedAt = await unlessGone(
      stat(upload).then((stats) => stats.mtimeMs),
      Infinity,
    );
    if (Date.now() - changedAt > abandonedAfterMs) {
      await rm(upload, { recursive: true, force: true });
    }
  }
}

async function unlessGone<Found>(look: Promise<Found>, otherwise: Found): Promise<Found> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return otherwise;
    throw error;
  }
}
