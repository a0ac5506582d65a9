import { isRemoteUsername } from '@skein/contracts/text';
import type { Readable } from 'node:stream';
import type { Database } from '@skein/db';
import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import { csvHeaders } from '../../platform/csv/csv-headers.ts';
import { toCsvList } from '../../platform/csv/csv-list.ts';
import {
  exportBlocked,
  exportBookmarked,
  exportFollowed,
  exportListMembers,
  exportMuted,
} from './export-csv.queries.ts';
import type { FollowedAccount } from './export-csv.queries.ts';

interface CsvSource {
  database: Database;
  publicUrl: URL;
  federation?: FederationSettings | undefined;
}

/** CSV files with the names and columns of Mastodon's, so that other servers can import them. */
export function listCsvFiles({ database, publicUrl, federation }: CsvSource, userId: string) {
  const domain = federation?.handleDomain ?? publicUrl.hostname;
  // The username of an account of another server is its whole address.
  const address = ({ username }: { username: string }) =>
    isRemoteUsername(username) ? username : `${username}@${domain}`;
  const toFollow = (account: FollowedAccount) => [
    address(account),
    String(account.showsReposts),
    String(account.isNotifying),
    '',
  ];
  const files: Record<string, () => Readable> = {
    following_accounts: () =>
      toCsvList(mapRows(exportFollowed(database, userId), toFollow), {
        header: csvHeaders.following,
      }),
    blocked_accounts: () =>
      toCsvList(mapRows(exportBlocked(database, userId), (account) => [address(account)])),
    muted_accounts: () =>
      toCsvList(
        mapRows(exportMuted(database, userId), (account) => [address(account), 'true']),
        { header: csvHeaders.muted },
      ),
    lists: () =>
      toCsvList(mapRows(exportListMembers(database, userId), (row) => [row.name, address(row)])),
    bookmarks: () =>
      toCsvList(
        mapRows(exportBookmarked(database, userId), ({ key }) => [
          new URL(`/thread/${key}`, publicUrl).href,
        ]),
      ),
  };
  return Object.entries(files).map(([name, open]) => ({ path: `${name}.csv`, open }));
}

async function* mapRows<Row>(pages: AsyncIterable<Row[]>, toColumns: (row: Row) => string[]) {
  for await (const page of pages) yield page.map(toColumns);
}
