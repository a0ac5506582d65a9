import { importRowsMax } from '@skein/contracts/import-limits';
import type { Import } from '@skein/contracts/imports';
import { countCodePoints, normalizeText } from '@skein/contracts/text';
import { withValues } from '@skein/messages';
import { malformedCsv, readCsv } from '../../../platform/csv/read-csv.ts';
import { ValidationError } from '../../../platform/errors.ts';
import type { ResponseMessage } from '../../../platform/messages.ts';
import { toUsername } from '../usernames.ts';

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
  if (countCodePoints(cell) > cellMaxLength) throw malformedCsv();
  return cell;
}

const invalid = (message: ResponseMessage) => new ValidationError([{ path: 'file', message }]);

const tooManyRows = () => invalid(withValues('error.importRowsMax', { max: importRowsMax }));
