import type { MediaType } from '@skein/contracts/media';

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
