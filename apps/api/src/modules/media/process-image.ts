import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { CheckedImage } from './check-upload.ts';
import { isPlayable } from './image/image-cost.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import type { RenderPlan } from './image/render-image.ts';
import { queueRender } from './image/render-queue.ts';
import { posterFileName } from './processed-media.ts';
import type { ProcessedMedia } from './processed-media.ts';
import { undecodableImage } from './upload-errors.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

const stillVariantWidths = [320, 640, 1280];
// Encoding frames takes seconds, so animations have fewer and smaller copies.
const animationVariantWidths = [640];

const stillMaxPixels = 2048 ** 2;
const animationMaxPixels = 1280 ** 2;
/** Text in a screenshot is readable if its shorter side has as many pixels as the screen. */
const shorterSidePx = 1080;
/** The longest picture whose shorter side keeps its pixels is ten times as long as wide. */
const tallMaxPixels = 10 * shorterSidePx ** 2;
const webpSideMaxPx = 16_383;

export interface ProcessDependencies {
  store: Pick<MediaStore, 'put' | 'remove'>;
  /** Returns the storage key of the next files, which a job deletes if no row refers to it. */
  reserveKey: () => Promise<string>;
}

/** Decodes an image and stores re-encoded copies. */
export async function processImage(
  { store, reserveKey }: ProcessDependencies,
  { file, facts }: CheckedImage,
  ownerId: string,
): Promise<ProcessedMedia> {
  const plan = planCopies(facts);
  const { largest, variants, still, blurhash } = await queueRender({
    userId: ownerId,
    path: file.path,
    facts,
    plan,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? error : undecodableImage({ file, facts }, error);
  });

  const storageKey = await reserveKey();
  const files = [
    { fileName: 'original.webp', ...largest },
    ...variants.map((copy) => ({ fileName: `${copy.width}.webp`, ...copy })),
  ];
  const stillFiles = still ? [{ fileName: posterFileName, ...still }] : [];
  await putAll(store, storageKey, [...files, ...stillFiles]);
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
    posterFileName: still ? posterFileName : null,
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

function planCopies(facts: ImageFacts): RenderPlan {
  const isAnimated = isPlayable(facts);
  return {
    isAnimated,
    sideMaxPx: isAnimated ? limitAnimation(facts) : limitStill(facts),
    variantWidths: isAnimated ? animationVariantWidths : stillVariantWidths,
  };
}

/**
 * Returns the longer side of the largest copy. The number of pixels is limited, not the sides, because
 * text in long screenshots would become unreadable.
 */
function limitStill({ width, height, pixels }: ImageFacts): number {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(
    1,
    Math.max(Math.sqrt(stillMaxPixels / pixels), shorterSidePx / shorter),
    Math.sqrt(tallMaxPixels / pixels),
    webpSideMaxPx / longer,
  );
  return Math.round(longer * scale);
}

/** An animation has no exception for long pictures, because encoding one would take half a minute. */
function limitAnimation({ width, height, pixels }: ImageFacts): number {
  const scale = Math.min(1, Math.sqrt(animationMaxPixels / pixels));
  return Math.min(webpSideMaxPx, Math.round(Math.max(width, height) * scale));
}
