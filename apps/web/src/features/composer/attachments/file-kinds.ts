import {
  audioMaxBytes,
  documentMaxBytes,
  imageMaxBytes,
  videoMaxBytes,
} from '@skein/contracts/limits';

export type FileKind = 'image' | 'video' | 'audio' | 'document';

/** What the server takes. It judges by content; this spares an upload that it would refuse. */
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

/** Null for a file that cannot be posted. */
export function kindOf(file: File): FileKind | null {
  return allKinds.find((kind) => kinds[kind].types.includes(file.type)) ?? null;
}

export const maxBytesOf = (kind: FileKind): number => kinds[kind].maxBytes;

/** What a file picker for these kinds offers. */
export const acceptOf = (...wanted: FileKind[]): string =>
  wanted.flatMap((kind) => kinds[kind].types).join(',');
