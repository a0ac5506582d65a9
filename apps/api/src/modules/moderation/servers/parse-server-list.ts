import type { ServerPolicy } from '@skein/contracts/administration';
import { serverListRowsMax } from '@skein/contracts/import-limits';
import { adminReasonMaxLength } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import { readCsv } from '../../../platform/csv/read-csv.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { normalizeDomain } from '../../instance/index.ts';

/** A row of Mastodon's list of domain blocks. */
export interface ParsedServer {
  /** The text of the file if it is not a valid domain. */
  domain: string;
  /** Null if the row cannot be imported. */
  policy: ServerPolicy | null;
  /** Whether the row also rejects media or reports, which the policy does not. */
  isPartial: boolean;
  isObfuscated: boolean;
  reason: string;
}

const header = [
  'domain',
  'severity',
  'reject_media',
  'reject_reports',
  'public_comment',
  'obfuscate',
] as const;

export const serverListHeader = header.map((name) => `#${name}`);

/**
 * Reads a CSV file with Mastodon's columns in any order. Without a header, the first column has the domains, as in files
 * with the domains that a user has blocked. The first row of a domain counts.
 * @throws ValidationError for a file that is malformed or has too many rows
 */
export async function parseServerList(path: string): Promise<ParsedServer[]> {
  const servers = new Map<string, ParsedServer>();
  let columns: readonly string[] | undefined;
  for await (const cells of readCsv(path)) {
    if (columns === undefined) {
      const names = cells.map((cell) => cell.toLowerCase().replace(/^#/, ''));
      columns = names.includes('domain') ? names : ['domain'];
      if (columns === names) continue;
    }
    const server = toServer(cells, columns);
    if (!servers.has(server.domain)) servers.set(server.domain, server);
    if (servers.size > serverListRowsMax) {
      const message = withValues('error.importRowsMax', { max: serverListRowsMax });
      throw new ValidationError([{ path: 'file', message }]);
    }
  }
  return [...servers.values()];
}

function toServer(cells: readonly string[], columns: readonly string[]): ParsedServer {
  const read = (name: (typeof header)[number]) => cells[columns.indexOf(name)] ?? '';
  // Subdomains are included anyway.
  const text = read('domain').replace(/^\*\./, '');
  const isObfuscated = text.includes('*');
  const domain = isObfuscated || !text.includes('.') ? null : normalizeDomain(text);
  const [rejectsMedia, rejectsReports] = [read('reject_media'), read('reject_reports')].map(
    (cell) => cell.toLowerCase() === 'true',
  ) as [boolean, boolean];
  const severity = columns.includes('severity') ? read('severity').toLowerCase() : 'suspend';
  const policy = domain === null ? null : toPolicy(severity, rejectsMedia, rejectsReports);
  return {
    domain: domain ?? text,
    policy,
    isPartial:
      (policy === 'limited' && (rejectsMedia || rejectsReports)) ||
      (policy === 'media_rejected' && rejectsReports),
    isObfuscated,
    reason: Array.from(read('public_comment')).slice(0, adminReasonMaxLength).join('').trim(),
  };
}

function toPolicy(
  severity: string,
  rejectsMedia: boolean,
  rejectsReports: boolean,
): ServerPolicy | null {
  if (severity === 'suspend') return 'suspended';
  if (severity === 'silence') return 'limited';
  if (severity !== 'noop') return null;
  if (rejectsMedia) return 'media_rejected';
  return rejectsReports ? 'reports_rejected' : 'open';
}

/** The row of a server in the file. */
export function toServerListRow(
  domain: string,
  policy: Exclude<ServerPolicy, 'open'>,
  reason: string,
): string[] {
  const severities = { suspended: 'suspend', limited: 'silence' } as const;
  const severity = policy === 'suspended' || policy === 'limited' ? severities[policy] : 'noop';
  const rejectsMedia = policy === 'suspended' || policy === 'media_rejected';
  const rejectsReports = policy === 'suspended' || policy === 'reports_rejected';
  return [domain, severity, String(rejectsMedia), String(rejectsReports), reason, 'false'];
}
