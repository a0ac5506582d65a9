import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { CheckedImage } from './check-upload.ts';
import { isPlayable } from './image/image-cost.ts';
import type { RenderPlan } from './image/render-image.ts';
import { renderInTurn } from './image/render-in-turn.ts';
import type { PreparedMedia } from './prepared-media.ts';
import { damagedPicture } from './refusals.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

const stillPlan: RenderPlan = {
  isAnimated: false,
  sideMaxPx: 2048,
  variantWidths: [320, 640, 1280],
};
// Encoding frames takes seconds, so there are fewer and smaller copies of them.
const animationPlan: RenderPlan = { isAnimated: true, sideMaxPx: 1280, variantWidths: [640] };

export interface Preparing {
  store: Pick<MediaStore, 'put' | 'remove'>;
  /** Told of a storage key before anything lies under it. */
  announceKey: (storageKey: string) => Promise<void>;
}

/** `prepareMedia` of a picture: it is decoded, and kept as copies made anew. */
export async function prepareImage(
  { store, announceKey }: Preparing,
  { file, facts }: CheckedImage,
  ownerId: string,
): Promise<PreparedMedia> {
  const plan = isPlayable(facts) ? animationPlan : stillPlan;
  const { largest, variants, blurhash } = await renderInTurn({
    userId: ownerId,
    path: file.path,
    facts,
    plan,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : damagedPicture(file, error);
  });

  const storageKey = newStorageKey();
  await announceKey(storageKey);
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
  };
}
