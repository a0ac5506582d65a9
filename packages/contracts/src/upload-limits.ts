/**
 * Formats and sizes of attachments, which administrators can restrict. Apart from the other limits,
 * because only some pages of the web app need them.
 */
import { audioMaxBytes, documentMaxBytes, imageMaxBytes, videoMaxBytes } from './limits.ts';

const megabyte = 1024 ** 2;

export const uploadKinds = ['image', 'video', 'audio', 'document'] as const;

export type UploadKind = (typeof uploadKinds)[number];

/** The largest size of each kind that administrators can allow, which is the default. */
export const uploadMaxMegabytes = {
  image: imageMaxBytes / megabyte,
  video: videoMaxBytes / megabyte,
  audio: audioMaxBytes / megabyte,
  document: documentMaxBytes / megabyte,
} as const satisfies Record<UploadKind, number>;

/** The names of the formats, by their MIME types. */
export const uploadFormatNames = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'video/mp4': 'MP4',
  'video/webm': 'WebM',
  'video/quicktime': 'QuickTime',
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'audio/ogg': 'OGG',
  'audio/wav': 'WAV',
  'audio/webm': 'WebM',
  'application/pdf': 'PDF',
} as const;

export type UploadFormat = keyof typeof uploadFormatNames;

export const uploadFormats = Object.keys(uploadFormatNames) as UploadFormat[];

export function kindOfFormat(format: UploadFormat): UploadKind {
  return uploadKinds.find((kind) => format.startsWith(`${kind}/`)) ?? 'document';
}

export const listFormatsOfKind = (kind: UploadKind): UploadFormat[] =>
  uploadFormats.filter((format) => kindOfFormat(format) === kind);

/** What users can attach to threads and messages. */
export interface UploadLimits {
  /** In bytes. */
  maxBytes: Record<UploadKind, number>;
  formats: readonly UploadFormat[];
}

/** The settings from which the limits follow. */
export interface UploadSettings {
  imageMaxMb: number;
  videoMaxMb: number;
  audioMaxMb: number;
  documentMaxMb: number;
  uploadFormats: readonly UploadFormat[];
}

export const defaultUploadSettings = {
  imageMaxMb: uploadMaxMegabytes.image,
  videoMaxMb: uploadMaxMegabytes.video,
  audioMaxMb: uploadMaxMegabytes.audio,
  documentMaxMb: uploadMaxMegabytes.document,
  uploadFormats,
};

export const toUploadLimits = (settings: UploadSettings): UploadLimits => ({
  maxBytes: {
    image: settings.imageMaxMb * megabyte,
    video: settings.videoMaxMb * megabyte,
    audio: settings.audioMaxMb * megabyte,
    document: settings.documentMaxMb * megabyte,
  },
  formats: settings.uploadFormats,
});
