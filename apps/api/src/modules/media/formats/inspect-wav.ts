import { toFacts } from './file-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

const headerBytes = 12;
const chunkHeaderBytes = 8;
/** The size in files whose writer did not know it, such as a recorder writing to a pipe. */
const unknownSize = 0xff_ff_ff_ff;
const allowedChunks = new Set(['fmt ', 'fact', 'data']);

/**
 * Inspects a WAV file.
 * @throws DamagedFileError for another format or a truncated file
 */
export async function inspectWav(reader: FileReader): Promise<FileFacts> {
  const header = (await reader.read(0, headerBytes)).toString('latin1');
  if (!header.startsWith('RIFF') || !header.endsWith('WAVE')) {
    throw new DamagedFileError('This is no WAV.');
  }
  const edits: FileEdit[] = [];
  let bytesPerSecond = 0;
  let soundBytes = 0;
  for (let offset = headerBytes; offset + chunkHeaderBytes <= reader.size;) {
    const { type, contentStart, end } = await readChunk(reader, offset);
    if (type === 'fmt ') bytesPerSecond = (await reader.read(contentStart, 16)).readUInt32LE(8);
    if (type === 'data') soundBytes += end - contentStart;
    if (!allowedChunks.has(type)) {
      // Metadata: `LIST`, `bext`, `id3 ` and others.
      addEdits(edits, [
        { start: offset, end: offset + 4, head: Buffer.from('JUNK') },
        { start: contentStart, end },
      ]);
    }
    // Chunks begin at even offsets.
    offset = end + (end % 2);
  }
  if (bytesPerSecond === 0 || soundBytes === 0) throw new DamagedFileError('There is no sound.');
  return toFacts({
    mediaType: 'audio',
    extension: 'wav',
    width: null,
    height: null,
    durationMs: (soundBytes / bytesPerSecond) * 1000,
    edits,
  });
}

interface Chunk {
  type: string;
  contentStart: number;
  end: number;
}

async function readChunk(reader: FileReader, start: number): Promise<Chunk> {
  const header = await reader.read(start, chunkHeaderBytes);
  const type = header.toString('latin1', 0, 4);
  const bytes = header.readUInt32LE(4);
  const contentStart = start + chunkHeaderBytes;
  const isOpen = type === 'data' && bytes === unknownSize;
  const end = isOpen ? reader.size : contentStart + bytes;
  if (end > reader.size) throw new DamagedFileError('It is cut off.');
  return { type, contentStart, end };
}
