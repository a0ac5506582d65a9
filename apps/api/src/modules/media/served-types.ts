import path from 'node:path';

/** MIME types by the extension of stored files. None is executable by browsers. */
export const mimeTypes = {
  webp: 'image/webp',
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  pdf: 'application/pdf',
  vtt: 'text/vtt',
} as const;

/** The response headers for a stored file. */
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

/** Null for extensions that are not served. */
export function findServedType(fileName: string): ServedType | null {
  return servedTypes.get(path.extname(fileName)) ?? null;
}
