import { open } from 'node:fs/promises';
import {
  audioMaxBytes,
  documentMaxBytes,
  imageMaxBytes,
  videoMaxBytes,
} from '@skein/contracts/limits';
import type { FileFacts } from './formats/file-facts.ts';
import type { FileReader } from './formats/file-reader.ts';
import { inspectMp3 } from './formats/inspect-mp3.ts';
import { inspectMp4 } from './formats/inspect-mp4.ts';
import { inspectOgg } from './formats/inspect-ogg.ts';
import { inspectPdf } from './formats/inspect-pdf.ts';
import { inspectWav } from './formats/inspect-wav.ts';
import { inspectWebm } from './formats/inspect-webm.ts';

/** An accepted image format. */
export interface ImageFormat {
  maxBytes: number;
  /** Sharp's name of the decoder, which must agree with the detected type. */
  decoder: 'jpeg' | 'png' | 'gif' | 'webp' | 'heif';
  /** The name of a format of animations that cannot be decoded; absent for all others. */
  animation?: 'AVIF' | 'HEIC';
}

/** An accepted format of files that are stored unchanged except for their metadata. */
export interface FileFormat {
  /** The limit of the largest media type that the format may contain. */
  maxBytes: number;
  inspect: (reader: FileReader) => Promise<FileFacts>;
}

export type AcceptedFormat = ImageFormat | FileFormat;

export const maxBytesByType = {
  video: videoMaxBytes,
  audio: audioMaxBytes,
  other: documentMaxBytes,
} as const satisfies Record<FileFacts['mediaType'], number>;

const maxBytes = imageMaxBytes;
const avifSequence = 'image/avif-sequence';
const mp4: FileFormat = { maxBytes: videoMaxBytes, inspect: inspectMp4 };
const ogg: FileFormat = { maxBytes: audioMaxBytes, inspect: inspectOgg };

/** Formats by the MIME type detected from the content. All others are rejected. */
const acceptedFormats: ReadonlyMap<string, AcceptedFormat> = new Map<string, AcceptedFormat>([
  ['image/jpeg', { maxBytes, decoder: 'jpeg' }],
  ['image/png', { maxBytes, decoder: 'png' }],
  ['image/apng', { maxBytes, decoder: 'png' }],
  ['image/gif', { maxBytes, decoder: 'gif' }],
  ['image/webp', { maxBytes, decoder: 'webp' }],
  ['image/avif', { maxBytes, decoder: 'heif' }],
  [avifSequence, { maxBytes, decoder: 'heif', animation: 'AVIF' }],
  ['image/heic', { maxBytes, decoder: 'heif' }],
  ['image/heif', { maxBytes, decoder: 'heif' }],
  ['image/heic-sequence', { maxBytes, decoder: 'heif', animation: 'HEIC' }],
  ['image/heif-sequence', { maxBytes, decoder: 'heif', animation: 'HEIC' }],
  // One format with several MIME types. Its tracks determine whether it is a video.
  ['video/mp4', mp4],
  ['video/x-m4v', mp4],
  ['video/quicktime', mp4],
  ['video/3gpp', mp4],
  ['video/3gpp2', mp4],
  ['audio/mp4', mp4],
  ['audio/x-m4a', mp4],
  ['video/webm', { maxBytes: videoMaxBytes, inspect: inspectWebm }],
  ['audio/mpeg', { maxBytes: audioMaxBytes, inspect: inspectMp3 }],
  ['audio/ogg', ogg],
  ['audio/ogg; codecs=opus', ogg],
  ['audio/wav', { maxBytes: audioMaxBytes, inspect: inspectWav }],
  ['application/pdf', { maxBytes: documentMaxBytes, inspect: inspectPdf }],
]);

/** For error messages. */
export const acceptedFormatNames =
  'JPEG, PNG, GIF, WebP, AVIF and HEIC pictures, MP4, WebM and QuickTime videos, MP3, M4A, OGG and WAV sound, and PDF';

/** Detects the format from the file's first bytes; null if it is not accepted. */
export async function sniffFormat(path: string): Promise<AcceptedFormat | null> {
  // Loaded with the first file, because it takes long.
  const { fileTypeFromFile } = await import('file-type');
  const sniffed = await fileTypeFromFile(path);
  if (sniffed === undefined) return null;
  const isSequence = sniffed.mime === 'image/avif' && (await readBrand(path)) === 'avis';
  return acceptedFormats.get(isSequence ? avifSequence : sniffed.mime) ?? null;
}

/** Returns the major brand of a file of the ISO base media file format. */
async function readBrand(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString('latin1', 8);
  } finally {
    await file.close();
  }
}
