import type { MediaType } from '@skein/contracts/media';

/** The name of an uploaded file in the media store, without its extension. */
export const originalStem = 'original';

/** The name of the still image of a video or animation in the media store. */
export const posterFileName = 'poster.webp';

/** A smaller copy, as stored in the database. */
export interface StoredVariant {
  fileName: string;
  mimeType: string;
  width: number;
  height: number;
}

/** Captions of a video, as stored in the database. */
export interface StoredCaptions {
  fileName: string;
  language: string;
}

/** The stored files of a medium and their properties. */
export interface MediaFiles {
  id: string;
  type: MediaType;
  storageKey: string;
  fileName: string;
  width: number | null;
  height: number | null;
  durationMs: number | null;
  blurhash: string | null;
  posterFileName: string | null;
  originalName: string | null;
  variants: StoredVariant[];
  captions: StoredCaptions[];
}

/** The state of a video that is being converted. */
export interface StoredConversion {
  percent: number;
  /** Whether browsers play the original, which is served until then. */
  isPlayable: boolean;
}

/** An upload whose files are stored, before its row is inserted. */
export interface ProcessedMedia extends MediaFiles {
  ownerId: string;
  mimeType: string;
  bytes: number;
  /** Set only for videos that are to be converted. */
  conversion?: Pick<StoredConversion, 'isPlayable'>;
}
