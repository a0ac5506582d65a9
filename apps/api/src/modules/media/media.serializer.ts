import type { Focus, Media } from '@skein/contracts/media';
import { toMediaUrl } from './media-url.ts';
import type { MediaFiles, StoredConversion } from './processed-media.ts';

/**
 * The columns of a medium's DTO. All are plain JSON, so that a query may build it with
 * json_build_object.
 */
export interface MediaRow extends MediaFiles {
  altText: string | null;
  /** Null or missing for the center. */
  focus?: Focus | null;
  /** Null, empty or missing for media other than voice messages. */
  waveform?: number[] | null;
  /** Null or missing for media that are not being converted. */
  conversion?: StoredConversion | null;
}

export function toMediaDto(row: MediaRow, viewer: { isOwner: boolean }): Media {
  return {
    id: row.id,
    mediaType: row.type,
    mediaUrl: toMediaUrl(row.storageKey, row.fileName),
    altText: row.altText,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    blurhash: row.blurhash,
    focus: row.focus ?? null,
    posterUrl: row.posterFileName && toMediaUrl(row.storageKey, row.posterFileName),
    originalName: row.originalName,
    variants: row.variants.map((variant) => ({
      url: toMediaUrl(row.storageKey, variant.fileName),
      mimeType: variant.mimeType,
      width: variant.width,
      height: variant.height,
    })),
    captions: row.captions.map(({ fileName, language }) => ({
      url: toMediaUrl(row.storageKey, fileName),
      language,
    })),
    waveform: row.waveform?.length ? row.waveform : null,
    processing: toProcessing(row, viewer),
  };
}

/** The progress is visible only to the owner. Others need to know only that they cannot play the video yet. */
function toProcessing(
  { conversion }: MediaRow,
  { isOwner }: { isOwner: boolean },
): Media['processing'] {
  if (!conversion || (conversion.isPlayable && !isOwner)) return null;
  const { isPlayable, percent } = conversion;
  return { isPlayable, percent: isOwner ? percent : null };
}
