import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDiskSpace } from '../../platform/disk-space.ts';
import type { ReadDisk } from '../../platform/disk-space.ts';
import { ensureDirectory } from '../../platform/ensure-directory.ts';
import { checkUpload } from './check-upload.ts';
import type { RenderPlan } from './image/render-image.ts';
import { queueRender } from './image/render-queue.ts';
import type { ProcessDependencies } from './process-image.ts';
import { putAll } from './store/put-all.ts';

/** The name of the image of a link card in the media store. */
export const linkImageFileName = 'card.webp';

const plan: RenderPlan = { isAnimated: false, sideMaxPx: 640, variantWidths: [] };
/** Enough for the images that pages declare; decoding needs memory for each pixel. */
const pixelsMax = 4_000_000;
/** Narrower images are icons. */
const widthMinPx = 200;
/** All linked images share one place in the queue of renderings. */
const queueName = 'link-cards';

export interface ProcessedLinkImage {
  storageKey: string;
  width: number;
  height: number;
  blurhash: string;
}

/**
 * Stores a small copy of an image of another site; null for an icon or a large image. On failure, no files remain.
 * @throws AppError for content that is not an accepted image, or without disk space
 */
export async function processLinkImage(
  {
    store,
    reserveKey,
    uploadsDirectory: directory,
    diskReserveBytes: reserveBytes,
    readDisk,
  }: ProcessDependencies & {
    /** For the content while it is processed. */
    uploadsDirectory: string;
    diskReserveBytes: number;
    readDisk: ReadDisk;
  },
  content: Buffer,
): Promise<ProcessedLinkImage | null> {
  const diskSpace = createDiskSpace({ directory, reserveBytes, readDisk });
  await diskSpace.require(content.byteLength);
  await ensureDirectory(directory);
  const file = path.join(directory, `link-${randomUUID()}`);
  try {
    await writeFile(file, content, { mode: 0o600 });
    const upload = await checkUpload({ path: file, originalName: '', bytes: content.byteLength });
    if (upload.kind !== 'image') return null;
    const { facts } = upload;
    if (facts.pixels > pixelsMax) return null;
    const rendered = await queueRender({ userId: queueName, path: file, facts, plan });
    const { largest, blurhash } = rendered;
    if (largest.width < widthMinPx) return null;
    const storageKey = await reserveKey();
    await putAll(store, storageKey, [{ fileName: linkImageFileName, content: largest.content }]);
    return { storageKey, width: largest.width, height: largest.height, blurhash };
  } finally {
    await rm(file, { force: true });
  }
}
