import type { Readable } from 'node:stream';

/**
 * All that a stream of bytes gives. Node.js's own `buffer` goes through a Blob, which takes more
 * time than the small files of an archive themselves.
 */
export async function readToBuffer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A stream of bytes gives nothing else.
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
