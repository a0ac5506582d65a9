import { open } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The content violates its format: it is truncated, contradictory or endless. */
export class DamagedFileError extends Error {}

/** Reads parts of a file of any size with little memory. */
export interface FileReader {
  /** Size of the file in bytes. */
  size: number;
  /**
   * The result is valid until the next call.
   * @throws DamagedFileError beyond the end of the file, or after too many reads
   */
  read(offset: number, length: number): Promise<Buffer>;
}

const windowBytes = 64 * 1024;
/** An hour of music has 150,000 frames; real files need fewer reads than this. */
const readsMax = 500_000;
/** Reads from the window do not wait, so yield after this many. */
const readsPerYield = 2000;
/** The largest table that is read at once. */
const readMaxBytes = 256 * 1024;

/** Runs `inspect` on a file and closes it afterwards. */
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
      if (reads % readsPerYield === 0) await yieldToEventLoop();
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
