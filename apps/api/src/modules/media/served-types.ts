import path from 'node:path';

/** How a stored file is handed out. Nothing that a browser could run is here. */
export interface ServedType {
  contentType: string;
  disposition: 'inline' | 'attachment';
}

const servedTypes: ReadonlyMap<string, ServedType> = new Map<string, ServedType>([
  ['.webp', { contentType: 'image/webp', disposition: 'inline' }],
  ['.mp4', { contentType: 'video/mp4', disposition: 'inline' }],
  ['.webm', { contentType: 'video/webm', disposition: 'inline' }],
  ['.mov', { contentType: 'video/quicktime', disposition: 'inline' }],
  ['.mp3', { contentType: 'audio/mpeg', disposition: 'inline' }],
  ['.m4a', { contentType: 'audio/mp4', disposition: 'inline' }],
  ['.ogg', { contentType: 'audio/ogg', disposition: 'inline' }],
  ['.wav', { contentType: 'audio/wav', disposition: 'inline' }],
  ['.pdf', { contentType: 'application/pdf', disposition: 'attachment' }],
]);

/** By the extension that the file was stored with; null for what is never handed out. */
export function findServedType(fileName: string): ServedType | null {
  return servedTypes.get(path.extname(fileName)) ?? null;
}
