import type { Media, MediaType } from '@skein/contracts/media';
import { toMediaUrl } from './media-url.ts';
import type { StoredVariant } from './processed-media.ts';

/**
 * The columns of a medium's DTO. All are plain JSON, so that a query may build it with
 * json_build_object.
 */
export interface MediaRow {
  id: string;
  type: MediaType;
  storageKey: string;
  fileName: string;
  altText: string | null;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  blurhash: string | null;
  posterFileName: string | null;
  originalName: string | null;
  variants: StoredVariant[];
}

export function toMediaDto(row: MediaRow): Media {
  return {
    id: row.id,
    mediaType: row.type,
    mediaUrl: toMediaUrl(row.storageKey, row.fileName),
    altText: row.altText,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    blurhash: row.blurhash,
    posterUrl: row.posterFileName && toMediaUrl(row.storageKey, row.posterFileName),
    originalName: row.originalName,
    variants: row.variants.map((variant) => ({
      url: toMediaUrl(row.storageKey, variant.fileName),
      mimeType: variant.mimeType,
      width: variant.width,
      height: variant.height,
    })),
  };
}
