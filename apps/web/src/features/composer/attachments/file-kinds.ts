import {
  audioMaxBytes,
  documentMaxBytes,
  imageMaxBytes,
  videoMaxBytes,
} from '@skein/contracts/limits';

export type FileKind = 'image' | 'video' | 'audio' | 'document';

/** The MIME types that the server accepts. The server checks the content; this check saves uploads. */
const kinds: Record<FileKind, { types: readonly string[]; maxBytes: number }> = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    maxBytes: imageMaxBytes,
  },
  video: { types: ['video/mp4', 'video/webm', 'video/quicktime'], maxBytes: videoMaxBytes },
  audio: {
    types: [
      'audio/mpeg',
      'audio/mp4',
      'audio/x-m4a',
      'audio/ogg',
      'audio/wav',
      'audio/x-wav',
      'audio/vnd.wave',
    ],
    maxBytes: audioMaxBytes,
  },
  document: { types: ['application/pdf'], maxBytes: documentMaxBytes },
};

const allKinds = ['image', 'video', 'audio', 'document'] as const satisfies readonly FileKind[];

/** Null for an unsupported file. */
export function kindOf(file: File): FileKind | null {
  return allKinds.find((kind) => kinds[kind].types.includes(file.type)) ?? null;
}

export const maxBytesOf = (kind: FileKind): number => kinds[kind].maxBytes;

/** The `accept` attribute of a file input for these kinds. */
export const acceptAttribute = (...fileKinds: FileKind[]): string =>
  fileKinds.flatMap((kind) => kinds[kind].types).join(',');
