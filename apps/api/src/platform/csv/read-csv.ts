import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { isWellFormedText } from '@skein/contracts/text';
import { ValidationError } from '../errors.ts';

/** A row has at most a few short columns. */
const rowMaxCharacters = 4000;

export const malformedCsv = () =>
  new ValidationError([{ path: 'file', message: 'error.importMalformed' }]);

/**
 * Reads the rows of a CSV file in UTF-8, with commas, semicolons or tabs.
 * @throws ValidationError for a malformed file
 */
export async function* readCsv(
  path: string,
  countBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string[]> {
  const { CsvError, parse } = await import('csv-parse');
  const file = createReadStream(path).on('data', ({ length }) => countBytes(length));
  const chunks = decode(file);
  // A chunk is longer than a row may be.
  const first = await chunks.next();
  const start = first.done === true ? '' : first.value;
  const parser = parse({
    delimiter: findDelimiter(start),
    relaxColumnCount: true,
    skipRecordsWithEmptyValues: true,
    trim: true,
    maxRecordSize: rowMaxCharacters,
  });
  // The loop throws the errors of all three. Leaving it closes the file.
  pipeline(prepend(start, chunks), parser, () => undefined);
  try {
    for await (const cells of parser) {
      // A record is an array of texts, because the parser has no column names.
      const texts = cells as string[];
      if (!texts.every(isWellFormedText)) throw malformedCsv();
      yield texts;
    }
  } catch (error) {
    throw error instanceof CsvError ? malformedCsv() : error;
  }
}

/**
 * Finds the delimiter, which depends on the language of the spreadsheet program. The last one in the first
 * row counts: without a header, the first cell may be the name of a list, which can contain the others.
 */
function findDelimiter(start: string): string {
  const [firstRow = ''] = start.trimStart().split(/[\r\n]/, 1);
  return firstRow.match(/[,;\t](?=[^,;\t]*$)/)?.[0] ?? ',';
}

async function* prepend(start: string, chunks: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* chunks;
}

/**
 * Removes a byte order mark.
 * @throws ValidationError for bytes that are not UTF-8
 */
async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decodeChunk = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw malformedCsv();
    }
  };
  for await (const chunk of chunks) yield decodeChunk(chunk);
  yield decodeChunk();
}
