import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** In order of preference. */
const encodings = ['br', 'gzip'] as const;

type Encoding = (typeof encodings)[number];

/** A file served from memory, with its compressed variants. */
export interface StaticFile {
  /** A content type, or an extension with the dot. */
  type: string;
  cacheControl: string;
  content: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
  etag: string;
}

/** Adds the ETag. */
export function toStaticFile(file: Omit<StaticFile, 'etag'>): StaticFile {
  return { ...file, etag: createHash('sha256').update(file.content).digest('base64url') };
}

/** Sends the file in the best encoding that the client accepts, or 304 if its copy is current. */
export function sendStaticFile(request: Request, response: Response, file: StaticFile): void {
  const encoding = encodings.find(
    (name) => file.compressed[name] !== undefined && request.acceptsEncodings(name) !== false,
  );
  response.type(file.type);
  response.set('Cache-Control', file.cacheControl);
  // A strong ETag must differ between encodings. With `no-store` a client cannot use one.
  if (!file.cacheControl.includes('no-store')) {
    response.set('ETag', encoding === undefined ? `"${file.etag}"` : `"${file.etag}-${encoding}"`);
  }
  if (Object.keys(file.compressed).length > 0) response.vary('Accept-Encoding');
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(encoding === undefined ? file.content : file.compressed[encoding]);
}
