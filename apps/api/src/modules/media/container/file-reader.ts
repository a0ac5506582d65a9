import { open } from 'node:fs/promises';
import { setImmediate as othersTurn } from 'node:timers/promises';

/** Content that does not hold to its format: cut off, contradicting itself, or never ending. */
export class DamagedFileError extends Error {}

/** Reads parts of a file, of whatever size it is, in little memory. */
export interface FileReader {
  /** Of the whole file, in bytes. */
  size: number;
  /**
   * Valid until the next call.
   * @throws DamagedFileError when the file ends before, or was read from too often
   */
  read(offset: number, length: number): Promise<Buffer>;
}

const windowBytes = 64 * 1024;
/** Of an hour of music 150,000 frames are looked at; nothing that is real takes more than this. */
const readsMax = 500_000;
/** What lies in the window is read at once: so often, until others had their turn. */
const readsPerTurn = 2000;
/** A table that is wanted whole. */
const readMaxBytes = 256 * 1024;

/** Lets `inspect` read the file, which is closed when it has ended. */
export async function inspectFile<Facts>(
  path: string,
  inspect: (reader: FileReader) => Promise<Facts>,
): Promise<Facts> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const readAt = async (offset: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    };
    return await inspect(createReader(size, readAt));
  } finally {
    await file.close();
  }
}

function createReader(
  size: number,
  readAt: (offset: number, length: number) => Promise<Buffer>,
): FileReader {
  let window: Buffer = Buffer.alloc(0);
  let windowStart = 0;
  let reads = 0;
  return {
    size,
    async read(offset, length) {
      reads += 1;
      if (reads % readsPerTurn === 0) await othersTurn();
      if (reads > readsMax) throw new DamagedFileError('There are too many parts.');
      if (offset < 0 || offset + length > size) throw new DamagedFileError('It is cut off.');
      if (length > readMaxBytes) throw new DamagedFileError('A part is too large.');
      const isInWindow = offset >= windowStart && offset + length <= windowStart + window.length;
      if (!isInWindow) {
        window = await readAt(offset, Math.max(windowBytes, length));
        windowStart = offset;
        if (window.length < length) throw new DamagedFileError('It is cut off.');
      }
      return window.subarray(offset - windowStart, offset - windowStart + length);
    },
  };
}
