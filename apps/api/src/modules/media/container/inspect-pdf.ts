import { toFacts } from './container-facts.ts';
import type { ContainerFacts } from './container-facts.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

const trailerMaxBytes = 1024;

/**
 * Looks whether a file begins and ends as a PDF does. What is in it is for the reader's program:
 * it is only ever handed out as a download.
 * @throws DamagedFileError when it does not
 */
export async function inspectPdf(reader: FileReader): Promise<ContainerFacts> {
  const start = (await reader.read(0, Math.min(8, reader.size))).toString('latin1');
  const tailBytes = Math.min(trailerMaxBytes, reader.size);
  const tail = (await reader.read(reader.size - tailBytes, tailBytes)).toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(start) || !/startxref\s+\d+\s+%%EOF/.test(tail)) {
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
