import { imageMaxBytes } from '@skein/contracts/limits';
import { fileTypeFromFile } from 'file-type';

/** A kind of file that may be uploaded. */
export interface AcceptedFormat {
  mediaType: 'image';
  maxBytes: number;
  /** What sharp calls the decoder that has to agree with the sniffed type. */
  decoder: 'jpeg' | 'png' | 'gif' | 'webp' | 'heif';
}

const image = { mediaType: 'image', maxBytes: imageMaxBytes } as const;

/** By the type that the content itself shows. Whatever is missing here is refused. */
const acceptedFormats: ReadonlyMap<string, AcceptedFormat> = new Map<string, AcceptedFormat>([
  ['image/jpeg', { ...image, decoder: 'jpeg' }],
  ['image/png', { ...image, decoder: 'png' }],
  // A PNG with more frames, which no decoder here plays: its first picture is kept.
  ['image/apng', { ...image, decoder: 'png' }],
  ['image/gif', { ...image, decoder: 'gif' }],
  ['image/webp', { ...image, decoder: 'webp' }],
  ['image/avif', { ...image, decoder: 'heif' }],
]);

/** For a person, in a sentence. */
export const acceptedFormatNames = 'JPEG, PNG, GIF, WebP or AVIF';

/** What the file's first bytes say it is; null for anything that is not accepted. */
export async function sniffFormat(path: string): Promise<AcceptedFormat | null> {
  const sniffed = await fileTypeFromFile(path);
  return (sniffed && acceptedFormats.get(sniffed.mime)) ?? null;
}
