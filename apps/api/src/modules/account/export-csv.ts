import type { Readable } from 'node:stream';
import { csvHeaders } from '../../platform/csv/csv-headers.ts';
import { toCsvList } from '../../platform/csv/csv-list.ts';
import type { createCsvQueries, FollowedAccount } from './export-csv.queries.ts';

interface CsvSource {
  queries: ReturnType<typeof createCsvQueries>;
  publicUrl: URL;
}

/** CSV files with the names and columns of Mastodon's, so that other servers can import them. */
export function listCsvFiles({ queries, publicUrl }: CsvSource, userId: string) {
  const address = ({ username }: { username: string }) => `${username}@${publicUrl.hostname}`;
  const toFollow = (account: FollowedAccount) => [
    address(account),
    String(account.showsReposts),
    String(account.isNotifying),
    '',
  ];
  const files: Record<string, () => Readable> = {
    following_accounts: () =>
      toCsvList(mapRows(queries.listFollowed(userId), toFollow), { header: csvHeaders.following }),
    blocked_accounts: () =>
      toCsvList(mapRows(queries.listBlocked(userId), (account) => [address(account)])),
    muted_accounts: () =>
      toCsvList(
        mapRows(queries.listMuted(userId), (account) => [address(account), 'true']),
        { header: csvHeaders.muted },
      ),
    lists: () =>
      toCsvList(mapRows(queries.listListMembers(userId), (row) => [row.name, address(row)])),
    bookmarks: () =>
      toCsvList(
        mapRows(queries.listBookmarked(userId), ({ key }) => [
          new URL(`/thread/${key}`, publicUrl).href,
        ]),
      ),
  };
  return Object.entries(files).map(([name, open]) => ({ path: `${name}.csv`, open }));
}

async function* mapRows<Row>(pages: AsyncIterable<Row[]>, toColumns: (row: Row) => string[]) {
  for await (const page of pages) yield page.map(toColumns);
}
