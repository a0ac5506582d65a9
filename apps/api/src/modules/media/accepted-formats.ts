import {
  audioMaxBytes,
  documentMaxBytes,
  imageMaxBytes,
  videoMaxBytes,
} from '@skein/contracts/limits';
import type { ContainerFacts } from './container/container-facts.ts';
import type { FileReader } from './container/file-reader.ts';
import { inspectMp3 } from './container/inspect-mp3.ts';
import { inspectMp4 } from './container/inspect-mp4.ts';
import { inspectOgg } from './container/inspect-ogg.ts';
import { inspectPdf } from './container/inspect-pdf.ts';
import { inspectWav } from './container/inspect-wav.ts';
import { inspectWebm } from './container/inspect-webm.ts';

/** A kind of picture that may be uploaded. */
export interface ImageFormat {
  maxBytes: number;
  /** What sharp calls the decoder that has to agree with the sniffed type. */
  decoder: 'jpeg' | 'png' | 'gif' | 'webp' | 'heif';
}

/** A kind of file that is kept as it comes, but for what it tells beside its content. */
export interface ContainerFormat {
  /** Of the largest that it may turn out to be. */
  maxBytes: number;
  inspect: (reader: FileReader) => Promise<ContainerFacts>;
}

export type AcceptedFormat = ImageFormat | ContainerFormat;

export const maxBytesByType = {
  video: videoMaxBytes,
  audio: audioMaxBytes,
  other: documentMaxBytes,
} as const satisfies Record<ContainerFacts['mediaType'], number>;

const maxBytes = imageMaxBytes;
const mp4: ContainerFormat = { maxBytes: videoMaxBytes, inspect: inspectMp4 };
const ogg: ContainerFormat = { maxBytes: audioMaxBytes, inspect: inspectOgg };

/** By the type that the content itself shows. Whatever is missing here is refused. */
const acceptedFormats: ReadonlyMap<string, AcceptedFormat> = new Map<string, AcceptedFormat>([
  ['image/jpeg', { maxBytes, decoder: 'jpeg' }],
  ['image/png', { maxBytes, decoder: 'png' }],
  // A PNG with more frames, which no decoder here plays: its first picture is kept.
  ['image/apng', { maxBytes, decoder: 'png' }],
  ['image/gif', { maxBytes, decoder: 'gif' }],
  ['image/webp', { maxBytes, decoder: 'webp' }],
  ['image/avif', { maxBytes, decoder: 'heif' }],
  // One container by many names. What it holds says whether it is a video.
  ['video/mp4', mp4],
  ['video/x-m4v', mp4],
  ['video/quicktime', mp4],
  ['audio/mp4', mp4],
  ['audio/x-m4a', mp4],
  ['video/webm', { maxBytes: videoMaxBytes, inspect: inspectWebm }],
  ['audio/mpeg', { maxBytes: audioMaxBytes, inspect: inspectMp3 }],
  ['audio/ogg', ogg],
  ['audio/ogg; codecs=opus', ogg],
  ['audio/wav', { maxBytes: audioMaxBytes, inspect: inspectWav }],
  ['application/pdf', { maxBytes: documentMaxBytes, inspect: inspectPdf }],
]);

/** For a person, in a sentence. */
export const acceptedFormatNames =
  'JPEG, PNG, GIF, WebP and AVIF pictures, MP4, WebM and QuickTime videos, MP3, M4A, OGG and WAV sound, and PDF';

/** What the file's first bytes say it is; null for anything that is not accepted. */
export async function sniffFormat(path: string): Promise<AcceptedFormat | null> {
  // Loaded with the first upload.
  const { fileTypeFromFile } = await import('file-type');
  const sniffed = await fileTypeFromFile(path);
  return (sniffed && acceptedFormats.get(sniffed.mime)) ?? null;
}
