import path from 'node:path';

/** By the extension that a file is stored with. Nothing that a browser could run is here. */
export const mimeTypes = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
} as const;

/** How a stored file is handed out. */
export interface ServedType {
  contentType: string;
  disposition: 'inline' | 'attachment';
}

const servedTypes: ReadonlyMap<string, ServedType> = new Map(
  Object.entries(mimeTypes).map(([extension, contentType]) => [
    `.${extension}`,
    { contentType, disposition: extension === 'pdf' ? 'attachment' : 'inline' },
  ]),
);

/** By the extension that the file was stored with; null for what is never handed out. */
export function findServedType(fileName: string): ServedType | null {
  return servedTypes.get(path.extname(fileName)) ?? null;
}
