import { withValues } from '@skein/messages';
import { AppError, UnsupportedMediaError } from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import { queueRender } from './image/render-queue.ts';
import { undecodableImage, emptyFile } from './upload-errors.ts';
import type { MediaStore } from './store/media-store.ts';
import { putAll } from './store/put-all.ts';

interface ProcessDependencies {
  store: Pick<MediaStore, 'put' | 'remove'>;
  reserveKey: () => Promise<string>;
  /**
   * Counts the work against the user's limit.
   * @throws RateLimitedError
   */
  charge: (userId: string, uploads: readonly CheckedUpload[]) => Promise<void>;
}

/** Named by their widths in pixels, with transparency. */
const transparentWidths = [48, 96, 192, 512];
/** On white, with a margin that systems may crop. */
const opaqueNames = new Map([
  [180, 'touch.png'],
  [512, 'maskable.png'],
]);

/**
 * Stores a logo or favicon as square PNG files in the sizes that browsers and systems use.
 * @throws UnsupportedMediaError for a damaged file or another type, such as SVG
 * @throws ValidationError for an empty file, UnavailableError
 */
export async function processInstanceImage(
  { store, reserveKey, charge }: ProcessDependencies,
  file: UploadedFile,
  userId: string,
): Promise<{ storageKey: string }> {
  if (file.bytes === 0) throw emptyFile(file);
  const format = await sniffFormat(file.path);
  if (format === null || !('decoder' in format)) throw unsupportedFormat(file);
  const upload = await checkUpload(file);
  if (upload.kind !== 'image') throw unsupportedFormat(file);
  await charge(userId, [upload]);
  const render = async (icon: 'transparent' | 'opaque', widths: readonly number[]) => {
    const plan = { isAnimated: false, sideMaxPx: 512, variantWidths: widths.slice(0, -1), icon };
    const { largest, variants } = await queueRender({
      userId,
      path: file.path,
      facts: upload.facts,
      plan,
    }).catch((error: unknown) => {
      throw error instanceof AppError ? error : undecodableImage(upload, error);
    });
    return [...variants, largest];
  };
  const transparent = await render('transparent', transparentWidths);
  const opaque = await render('opaque', [...opaqueNames.keys()]);
  const storageKey = await reserveKey();
  await putAll(store, storageKey, [
    ...transparent.map(({ width, content }) => ({ fileName: `${width}.png`, content })),
    ...opaque.map(({ width, content }) => ({ fileName: opaqueNames.get(width) ?? '', content })),
  ]);
  return { storageKey };
}

function unsupportedFormat(file: UploadedFile): AppError {
  const name = toDisplayName(file.originalName);
  return new UnsupportedMediaError(withValues('error.logoFormat', { name }));
}
