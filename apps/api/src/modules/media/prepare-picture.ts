import { profilePictureWidthsPx } from '@skein/contracts/limits';
import { AppError, UnsupportedMediaError } from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { RenderPlan } from './image/render-image.ts';
import { renderInTurn } from './image/render-in-turn.ts';
import { damagedPicture } from './refusals.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

/** A profile picture whose files are in the store and which nobody has yet. */
export interface PreparedPicture {
  storageKey: string;
}

interface Preparing {
  store: Pick<MediaStore, 'put' | 'remove'>;
  announceKey: (storageKey: string) => Promise<void>;
  /** Counts the work against the owner's limit; may reject it. */
  charge: (uploads: readonly CheckedUpload[]) => Promise<void>;
}

const [largestPx, ...smallerPx] = profilePictureWidthsPx;

const plan: RenderPlan = {
  isAnimated: false,
  isSquare: true,
  sideMaxPx: largestPx,
  variantWidths: smallerPx.toReversed(),
};

/**
 * Checks a picture and puts the middle of it into the store, as squares named by their widths. Of an
 * animation it is the first frame. When it fails, nothing stays behind.
 * @throws UnsupportedMediaError when it is damaged or no picture, UnavailableError as `prepareMedia`
 */
export async function preparePicture(
  { store, announceKey, charge }: Preparing,
  file: UploadedFile,
  ownerId: string,
): Promise<PreparedPicture> {
  const format = await sniffFormat(file.path);
  if (format === null || !('decoder' in format)) throw noPicture(file);
  const upload = await checkUpload(file);
  if (upload.kind !== 'image') throw noPicture(file);
  await charge([upload]);
  const { largest, variants } = await renderInTurn({
    userId: ownerId,
    path: file.path,
    facts: upload.facts,
    plan,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : damagedPicture(file, error);
  });
  const storageKey = newStorageKey();
  await announceKey(storageKey);
  const files = [largest, ...variants].map(({ width, content }) => ({
    fileName: `${width}.webp`,
    content,
  }));
  await putAll(store, storageKey, files);
  return { storageKey };
}

function noPicture(file: UploadedFile): AppError {
  return new UnsupportedMediaError(
    `${toDisplayName(file.originalName)} can't be a profile picture: only JPEG, PNG, GIF, WebP and AVIF pictures can.`,
  );
}
