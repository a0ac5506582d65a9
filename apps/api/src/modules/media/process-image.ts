import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { CheckedImage } from './check-upload.ts';
import { isPlayable } from './image/image-cost.ts';
import type { RenderPlan } from './image/render-image.ts';
import { queueRender } from './image/render-queue.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { damagedImage } from './upload-errors.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

const stillPlan: RenderPlan = {
  isAnimated: false,
  sideMaxPx: 2048,
  variantWidths: [320, 640, 1280],
};
// Encoding frames takes seconds, so animations have fewer and smaller copies.
const animationPlan: RenderPlan = { isAnimated: true, sideMaxPx: 1280, variantWidths: [640] };

export interface ProcessDependencies {
  store: Pick<MediaStore, 'put' | 'remove'>;
  /** Called with a storage key before its files are stored. */
  reserveKey: (storageKey: string) => Promise<void>;
}

/** Decodes an image and stores re-encoded copies. */
export async function processImage(
  { store, reserveKey }: ProcessDependencies,
  { file, facts }: CheckedImage,
  ownerId: string,
): Promise<ProcessedMedia> {
  const plan = isPlayable(facts) ? animationPlan : stillPlan;
  const { largest, variants, blurhash } = await queueRender({
    userId: ownerId,
    path: file.path,
    facts,
    plan,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : damagedImage(file, error);
  });

  const storageKey = newStorageKey();
  await reserveKey(storageKey);
  const files = [
    { fileName: 'original.webp', ...largest },
    ...variants.map((copy) => ({ fileName: `${copy.width}.webp`, ...copy })),
  ];
  await putAll(store, storageKey, files);
  return {
    id: newId(),
    ownerId,
    type: 'image',
    storageKey,
    fileName: 'original.webp',
    mimeType: 'image/webp',
    bytes: largest.content.byteLength,
    width: largest.width,
    height: largest.height,
    durationMs: null,
    blurhash,
    posterFileName: null,
    originalName: null,
    variants: files.slice(1).map(({ fileName, width, height }) => ({
      fileName,
      mimeType: 'image/webp',
      width,
      height,
    })),
    captions: [],
  };
}
