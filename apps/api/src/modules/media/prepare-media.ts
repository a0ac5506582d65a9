import type { MediaType } from '@skein/contracts/media';
import { newId } from '../../shared/ids.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import type { AcceptedFormat } from './accepted-formats.ts';
import type { RenderedCopy } from './image/render-image.ts';
import { renderUploadedImage } from './prepare-image.ts';
import { emptyFile, tooLarge, unknownFormat } from './refusals.ts';
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
  blurhash: string | null;
  variants: StoredVariant[];
}

/**
 * Checks an uploaded file by its content and puts what will be shown of it into the store.
 * When it fails, nothing stays behind.
 * @throws ValidationError when it is empty, UnsupportedMediaError, PayloadTooLargeError,
 *   UnavailableError when the store has no room
 */
export async function prepareMedia(
  store: MediaStore,
  file: UploadedFile,
  ownerId: string,
): Promise<PreparedMedia> {
  const format = await requireAcceptedFormat(file);
  const { largest, variants, blurhash } = await renderUploadedImage(file, format);

  const storageKey = newStorageKey();
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
    blurhash,
    variants: files.slice(1).map(({ fileName, copy: { width, height } }) => ({
      fileName,
      mimeType: 'image/webp',
      width,
      height,
    })),
  };
}

async function requireAcceptedFormat(file: UploadedFile): Promise<AcceptedFormat> {
  if (file.bytes === 0) throw emptyFile(file);
  const format = await sniffFormat(file.path);
  if (format === null) throw unknownFormat(file);
  if (file.bytes > format.maxBytes) throw tooLarge(file, `${format.maxBytes / 1024 ** 2} MB`);
  return format;
}

async function putAll(
  store: MediaStore,
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
