import type { MediaType } from '@skein/contracts/media';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import type { RenderedCopy, RenderPlan } from './image/render-image.ts';
import { renderInTurn } from './image/render-in-turn.ts';
import { damagedPicture } from './refusals.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';

/** A smaller copy, as the database keeps it. */
export interface StoredVariant {
  fileName: string;
  mimeType: string;
  width: number;
  height: number;
}

/** An upload whose files are in the store and which has no row yet. */
export interface PreparedMedia {
  id: string;
  ownerId: string;
  type: MediaType;
  storageKey: string;
  fileName: string;
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  blurhash: string | null;
  posterFileName: string | null;
  originalName: string | null;
  variants: StoredVariant[];
}

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

/**
 * Decodes a checked upload and puts what will be shown of it into the store. When it fails,
 * nothing stays behind.
 * @throws UnsupportedMediaError when it is damaged, UnavailableError when there is no room for
 *   it, be it in the store or in memory
 */
export async function prepareMedia(
  { store, announceKey }: Preparing,
  { file, format, facts }: CheckedUpload,
  ownerId: string,
): Promise<PreparedMedia> {
  const plan = isPlayable(facts) ? animationPlan : stillPlan;
  const { largest, variants, blurhash } = await renderInTurn(file.path, facts, plan).catch(
    (error: unknown) => {
      throw error instanceof AppError ? error : damagedPicture(file, error);
    },
  );

  const storageKey = newStorageKey();
  await announceKey(storageKey);
  const files = [
    { fileName: 'original.webp', copy: largest },
    ...variants.map((copy) => ({ fileName: `${copy.width}.webp`, copy })),
  ];
  await putAll(store, storageKey, files);
  return {
    id: newId(),
    ownerId,
    type: format.mediaType,
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
    variants: files.slice(1).map(({ fileName, copy: { width, height } }) => ({
      fileName,
      mimeType: 'image/webp',
      width,
      height,
    })),
  };
}

/** Other formats may hold several pictures, too, which are no frames. */
function isPlayable({ decoder, frames }: ImageFacts): boolean {
  return frames > 1 && (decoder === 'gif' || decoder === 'webp');
}

async function putAll(
  store: Preparing['store'],
  key: string,
  files: { fileName: string; copy: RenderedCopy }[],
): Promise<void> {
  const puts = await Promise.allSettled(
    files.map(({ fileName, copy }) => store.put(key, fileName, copy.content)),
  );
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed === undefined) return;
  await store.remove(key);
  throw failed.reason;
}
