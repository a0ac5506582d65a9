import { profilePictureWidthsPx } from '@skein/contracts/limits';
import { AppError, UnsupportedMediaError } from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { RenderPlan } from './image/render-image.ts';
import { queueRender } from './image/render-queue.ts';
import { damagedImage } from './upload-errors.ts';
import { newStorageKey } from './store/media-store.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

/** A profile picture whose files are stored and which no user refers to yet. */
export interface ProcessedPicture {
  storageKey: string;
}

interface ProcessDependencies {
  store: Pick<MediaStore, 'put' | 'remove'>;
  reserveKey: (storageKey: string) => Promise<void>;
  /**
   * Counts the work against the owner's limit.
   * @throws RateLimitedError
   */
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
 * Checks an image and stores its center as squares named by their widths; of an animation, the
 * first frame. On failure, no files remain.
 * @throws UnsupportedMediaError for a damaged file or another type, UnavailableError as
 * `processCheckedUpload`
 */
export async function processProfilePicture(
  { store, reserveKey, charge }: ProcessDependencies,
  file: UploadedFile,
  ownerId: string,
): Promise<ProcessedPicture> {
  const format = await sniffFormat(file.path);
  if (format === null || !('decoder' in format)) throw notAPicture(file);
  const upload = await checkUpload(file);
  if (upload.kind !== 'image') throw notAPicture(file);
  await charge([upload]);
  const { largest, variants } = await queueRender({
    userId: ownerId,
    path: file.path,
    facts: upload.facts,
    plan,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : damagedImage(file, error);
  });
  const storageKey = newStorageKey();
  await reserveKey(storageKey);
  const files = [largest, ...variants].map(({ width, content }) => ({
    fileName: `${width}.webp`,
    content,
  }));
  await putAll(store, storageKey, files);
  return { storageKey };
}

function notAPicture(file: UploadedFile): AppError {
  return new UnsupportedMediaError(
    `${toDisplayName(file.originalName)} can't be a profile picture: only JPEG, PNG, GIF, WebP and AVIF pictures can.`,
  );
}
