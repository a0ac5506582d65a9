import { toFacts } from './file-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

const trailerMaxBytes = 1024;

/**
 * Checks that a file begins and ends like a PDF. Its content is not inspected, because it is served
 * as a download only.
 * @throws DamagedFileError otherwise
 */
export async function inspectPdf(reader: FileReader): Promise<FileFacts> {
  const start = (await reader.read(0, Math.min(8, reader.size))).toString('latin1');
  const tailBytes = Math.min(trailerMaxBytes, reader.size);
  const tail = (await reader.read(reader.size - tailBytes, tailBytes)).toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(start) || !tail.includes('%%EOF')) {
    throw new DamagedFileError('This is no whole PDF.');
  }
  return toFacts({
    mediaType: 'other',
    extension: 'pdf',
    width: null,
    height: null,
    durationMs: null,
    edits: [],
  });
}
