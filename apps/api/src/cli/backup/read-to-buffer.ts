import type { Readable } from 'node:stream';

/**
 * Reads a stream into a Buffer. `buffer` of `node:stream/consumers` creates a Blob first, which is too
 * slow for the many small files of an archive.
 */
export async function readToBuffer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Binary streams contain only Buffers.
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
