import { bannerAspectRatio, bannerWidthsPx, profilePictureWidthsPx } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import { AppError, UnsupportedMediaError } from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { RenderPlan } from './image/render-image.ts';
import { queueRender } from './image/render-queue.ts';
import { undecodableImage } from './upload-errors.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

export type ProfileImageKind = 'picture' | 'banner';

/** A picture that another server shows in texts. */
type ImageKind = ProfileImageKind | 'emoji';

/** A picture or banner of a profile whose files are stored and which no user refers to yet. */
export interface ProcessedProfileImage {
  storageKey: string;
}

interface ProcessDependencies {
  store: Pick<MediaStore, 'put' | 'remove'>;
  reserveKey: () => Promise<string>;
  /**
   * Counts the work against the owner's limit.
   * @throws RateLimitedError
   */
  charge: (ownerId: string, uploads: readonly CheckedUpload[]) => Promise<void>;
}

const emojiSidePx = 96;

const plans: Record<ImageKind, RenderPlan> = {
  picture: toPlan(profilePictureWidthsPx, 1),
  banner: toPlan(bannerWidthsPx, bannerAspectRatio),
  emoji: { isAnimated: false, sideMaxPx: emojiSidePx, variantWidths: [] },
};

/**
 * Checks an image and stores its center in the sizes of its kind, named by their widths, or the whole of an emoji; of
 * an animation, the first frame. On failure, no files remain.
 * @throws UnsupportedMediaError for a damaged file or another type, UnavailableError as
 * `processCheckedUpload`
 */
export async function processProfileImage(
  { store, reserveKey, charge }: ProcessDependencies,
  kind: ImageKind,
  file: UploadedFile,
  ownerId: string,
): Promise<ProcessedProfileImage> {
  const format = await sniffFormat(file.path);
  if (format === null || !('decoder' in format)) throw unsupportedFormat(kind, file);
  const upload = await checkUpload(file);
  if (upload.kind !== 'image') throw unsupportedFormat(kind, file);
  await charge(ownerId, [upload]);
  const { largest, variants } = await queueRender({
    userId: ownerId,
    path: file.path,
    facts: upload.facts,
    plan: plans[kind],
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : undecodableImage(upload, error);
  });
  const storageKey = await reserveKey();
  const files = [largest, ...variants].map(({ width, content }) => ({
    fileName: kind === 'emoji' ? 'original.webp' : `${width}.webp`,
    content,
  }));
  await putAll(store, storageKey, files);
  return { storageKey };
}

function toPlan(
  [largestPx, ...smallerPx]: readonly [number, ...number[]],
  aspectRatio: number,
): RenderPlan {
  return {
    isAnimated: false,
    aspectRatio,
    sideMaxPx: largestPx,
    variantWidths: smallerPx.toReversed(),
  };
}

function unsupportedFormat(kind: ImageKind, file: UploadedFile): AppError {
  const name = toDisplayName(file.originalName);
  return new UnsupportedMediaError(
    kind === 'banner'
      ? withValues('error.bannerFormat', { name })
      : withValues('error.pictureFormat', { name }),
  );
}
