import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

/** Best first. */
const encodings = ['br', 'gzip'] as const;

type Encoding = (typeof encodings)[number];

/** A file that is served from memory, as it is and as it was compressed. */
export interface StaticFile {
  /** The end of its name, which says what it holds: `.js`. */
  extension: string;
  cacheControl: string;
  content: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
  etag: string;
}

/** The file with the tag that tells its versions apart. */
export function toStaticFile(file: Omit<StaticFile, 'etag'>): StaticFile {
  return { ...file, etag: createHash('sha256').update(file.content).digest('base64url') };
}

/** Answers GET and HEAD in the best encoding that the client takes; 304 when it has the file. */
export function sendStaticFile(request: Request, response: Response, file: StaticFile): void {
  const encoding = encodings.find(
    (name) => file.compressed[name] !== undefined && request.acceptsEncodings(name) !== false,
  );
  response.type(file.extension);
  response.set('Cache-Control', file.cacheControl);
  // A client that stores nothing has no use for a tag. Each encoding is another sequence of bytes,
  // and so has a strong tag of its own.
  if (!file.cacheControl.includes('no-store')) {
    response.set('ETag', encoding === undefined ? `"${file.etag}"` : `"${file.etag}-${encoding}"`);
  }
  if (Object.keys(file.compressed).length > 0) response.vary('Accept-Encoding');
  if (encoding !== undefined) response.set('Content-Encoding', encoding);
  response.send(encoding === undefined ? file.content : file.compressed[encoding]);
}
