import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { importRowsMax } from '@skein/contracts/import-limits';
import type { Import } from '@skein/contracts/imports';
import { countCodePoints, isWellFormedText, normalizeText } from '@skein/contracts/text';
import { withValues } from '@skein/messages';
import { CsvError, parse } from 'csv-parse';
import { ValidationError } from '../../../platform/errors.ts';
import type { ResponseMessage } from '../../../platform/messages.ts';
import { toUsername } from '../usernames.ts';

/** A row has at most a few short columns. */
const rowMaxCharacters = 4000;
const cellMaxLength = 320;

type Kind = Import['kind'];

export interface ParsedRow {
  /** As in the file. */
  address: string;
  /** The whole handle of an account of another server; null for an invalid address. */
  username: string | null;
  listName: string | null;
  showsReposts: boolean;
  isNotifying: boolean;
}

const addressHeader = 'account address';
const repostsHeader = 'show boosts';
const notifyHeader = 'notify on new posts';
/** Columns that only files of one kind have. */
const kindsByHeader = new Map<string, Kind>([
  [repostsHeader, 'follows'],
  [notifyHeader, 'follows'],
  ['hide notifications', 'mutes'],
]);

/**
 * Reads a CSV file in Mastodon's format, with commas, semicolons or tabs. Files of blocked accounts and lists have no header, and old ones
 * of other kinds neither. Repeated rows are skipped.
 * @throws ValidationError for a file that is malformed, empty, of another kind, or has too many rows
 */
export async function parseCsv(
  path: string,
  kind: Kind,
  hosts: ReadonlySet<string>,
  countBytes: (bytes: number) => void,
): Promise<ParsedRow[]> {
  const rows = new Map<string, ParsedRow>();
  let header: string[] | undefined;
  for await (const cells of readCsv(path, countBytes)) {
    if (header === undefined) {
      header = toHeader(cells, kind);
      if (header.length > 0) continue;
    }
    const row = toRow(cells, { kind, header, hosts });
    const key = JSON.stringify([row.listName, row.username ?? row.address.toLowerCase()]);
    if (!rows.has(key)) rows.set(key, row);
    if (rows.size > importRowsMax) throw tooManyRows();
  }
  if (rows.size === 0) throw invalid('error.importEmpty');
  return [...rows.values()];
}

/**
 * Reads the rows of a CSV file in UTF-8, with commas, semicolons or tabs.
 * @throws ValidationError for a malformed file
 */
export async function* readCsv(
  path: string,
  countBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string[]> {
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
      if (!texts.every(isWellFormedText)) throw malformed();
      yield texts;
    }
  } catch (error) {
    throw error instanceof CsvError ? malformed() : error;
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
      throw malformed();
    }
  };
  for await (const chunk of chunks) yield decodeChunk(chunk);
  yield decodeChunk();
}

/** The lower case names of the columns; empty if the row is not a header. */
function toHeader(cells: readonly string[], kind: Kind): string[] {
  const names = cells.map((cell) => cell.toLowerCase());
  if (!names.includes(addressHeader)) return [];
  for (const name of names) {
    if ((kindsByHeader.get(name) ?? kind) !== kind) {
      throw invalid('error.importOtherKind');
    }
  }
  return names;
}

function toRow(
  cells: readonly string[],
  { kind, header, hosts }: { kind: Kind; header: readonly string[]; hosts: ReadonlySet<string> },
): ParsedRow {
  const isList = kind === 'lists';
  const addressIndex = header.includes(addressHeader)
    ? header.indexOf(addressHeader)
    : Number(isList);
  const address = toCell(cells[addressIndex]);
  const listName = isList ? toCell(cells[0]) : null;
  if (isList && (address === '' || listName === '')) {
    throw invalid('error.importListRow');
  }
  return {
    address,
    username: toUsername(address, hosts),
    listName,
    showsReposts: cells[header.indexOf(repostsHeader)]?.toLowerCase() !== 'false',
    isNotifying: cells[header.indexOf(notifyHeader)]?.toLowerCase() === 'true',
  };
}

function toCell(text = ''): string {
  const cell = normalizeText(text);
  if (countCodePoints(cell) > cellMaxLength) throw malformed();
  return cell;
}

const invalid = (message: ResponseMessage) => new ValidationError([{ path: 'file', message }]);

const malformed = () => invalid('error.importMalformed');

const tooManyRows = () => invalid(withValues('error.importRowsMax', { max: importRowsMax }));
