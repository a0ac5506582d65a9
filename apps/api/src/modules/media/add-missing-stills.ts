import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@skein/db';
import { ensureDirectory } from '../../platform/ensure-directory.ts';
import type { Logger } from '../../platform/logger.ts';
import { isPlayable } from './image/image-cost.ts';
import { queueRender } from './image/render-queue.ts';
import { posterFileName } from './processed-media.ts';
import type { MediaStore } from './store/media-store.ts';

/** Small, so that uploads do not wait. */
const batchSize = 20;
/** All missing images share one place in the queue of renderings. */
const queueName = 'missing-stills';

interface Dependencies {
  database: Database;
  store: Pick<MediaStore, 'read' | 'put' | 'removeFile'>;
  /** Absolute. For the files while they are processed. */
  uploadsDirectory: string;
  logger: Logger;
}

/** Adds the first frame to some of the animations that were stored without one. Returns the number of checked images. */
export async function addMissingStills(dependencies: Dependencies): Promise<number> {
  const { database, store, logger } = dependencies;
  const unchecked = await database.uncheckedStill.findMany({ take: batchSize });
  const ids = unchecked.map(({ mediaId }) => mediaId);
  const images = await database.media.findMany({
    where: { id: { in: ids }, posterFileName: null },
    select: { id: true, storageKey: true, fileName: true },
  });
  for (const { id, storageKey, fileName } of images) {
    const still = await renderStill(dependencies, { storageKey, fileName }).catch(
      (error: unknown) => {
        if (!(error instanceof UndecodableError)) throw error;
        logger.warn({ err: error.cause, mediaId: id }, 'A stored image cannot be decoded.');
        return null;
      },
    );
    if (still === null) continue;
    await store.put(storageKey, posterFileName, still);
    const { count } = await database.media.updateMany({
      where: { id, posterFileName: null },
      data: { posterFileName },
    });
    // The image was deleted meanwhile.
    if (count === 0) await store.removeFile(storageKey, posterFileName);
  }
  await database.uncheckedStill.deleteMany({ where: { mediaId: { in: ids } } });
  return ids.length;
}

class UndecodableError extends Error {}

/** Null for an image without motion, and for a missing file. */
async function renderStill(
  { store, uploadsDirectory }: Dependencies,
  { storageKey, fileName }: { storageKey: string; fileName: string },
): Promise<Uint8Array | null> {
  const content = await store.read(storageKey, fileName);
  if (content === null) return null;
  await ensureDirectory(uploadsDirectory);
  const file = path.join(uploadsDirectory, `still-${randomUUID()}`);
  try {
    await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    return await renderFirstFrame(file);
  } finally {
    await rm(file, { force: true });
  }
}

async function renderFirstFrame(file: string): Promise<Uint8Array | null> {
  try {
    const { inspectImage } = await import('./image/inspect-image.ts');
    const facts = await inspectImage(file);
    if (!isPlayable(facts)) return null;
    const sideMaxPx = Math.max(facts.width, facts.height);
    const plan = { isAnimated: false, sideMaxPx, variantWidths: [] };
    const { largest } = await queueRender({ userId: queueName, path: file, facts, plan });
    return largest.content;
  } catch (cause) {
    throw new UndecodableError('The image cannot be decoded.', { cause });
  }
}
