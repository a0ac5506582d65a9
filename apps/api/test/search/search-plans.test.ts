import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectInOrder } from '../../src/modules/search/result-order.queries.ts';
import { toTagQuery } from '../../src/modules/search/hashtag-threads.ts';
import { matchStatement } from '../../src/modules/search/matches.queries.ts';
import { scopeStatement } from '../../src/modules/search/search-scope.queries.ts';
import { highestId, lowestIdAt, newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { explain, findSequentialScans, runLong, startFilledApi } from '../support/db/plans.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startFilledApi();
  // Autovacuum does the same eventually.
  await runLong(api.databaseUrl, [Prisma.sql`VACUUM (ANALYZE) search_documents`]);
}, 60_000);

afterAll(() => api.close());

const viewerId = newId();
const all = { fromId: lowestIdAt(0), belowId: highestId };
const words = { ...all, query: "'words'" };
const tags = {
  any: ['tag1', 'tag2', 'tag3', 'tag4', 'tag5'],
  all: ['tag6', 'tag7', 'tag8', 'tag9'],
  none: ['tag10', 'tag11', 'tag12', 'tag13'],
};
const tagged = { ...all, query: toTagQuery(tags) };
const span = { from: 0, below: 10_000 };
const options = { span, take: 100, keep: 10, ranking: null };
const ranking = { query: "'words'", count: 100 };
const scope = { ...all, afterId: newId(), from: ['user1'], names: ["'somebody'"] };

describe('the query plan', () => {
  it.each<[string, Prisma.Sql]>([
    ['of the scope', scopeStatement(viewerId, scope)],
    ['of common words', matchStatement(viewerId, words, { ...options, method: 'scan' })],
    ['of rare words', matchStatement(viewerId, words, { ...options, method: 'index' })],
    ['of rare hashtags', matchStatement(viewerId, tagged, { ...options, method: 'index' })],
    ['of common hashtags', matchStatement(viewerId, tagged, { ...options, method: 'scan' })],
    [
      'of the most relevant',
      matchStatement(viewerId, words, { ...options, method: 'index', ranking }),
    ],
    [
      'of a time',
      matchStatement(viewerId, { ...all, query: null }, { ...options, method: 'scan' }),
    ],
    [
      'of own lists',
      matchStatement(
        viewerId,
        { ...words, lists: ['bookmarks', 'likes'] },
        { ...options, method: 'index' },
      ),
    ],
    ['of the results', selectInOrder(viewerId, [newId()])],
  ])('%s contains no sequential scan of threads', async (_, statement) => {
    const nodes = await explain(api.database, statement);
    // With so few users, a sequential scan of users costs less than thousands of lookups.
    const scans = findSequentialScans(nodes).filter((table) => table !== 'users');
    expect(scans).toEqual([]);
  });

  it.each([
    ['rare words reads only their matches', words, 'index', 'search_documents_document_idx'],
    ['common words reads the newest documents', words, 'scan', 'search_documents_pkey'],
    ['rare hashtags reads only their matches', tagged, 'index', 'search_documents_document_idx'],
    ['common hashtags reads the newest documents', tagged, 'scan', 'search_documents_pkey'],
  ] as const)('of %s', async (_, filter, method, index) => {
    const nodes = await explain(
      api.database,
      matchStatement(viewerId, filter, { ...options, method }),
    );
    const scans = nodes.filter((node) => node['Relation Name'] === 'search_documents');
    const names = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(names.filter((name) => name.startsWith('search_documents'))).toEqual([index]);
    expect(scans).toHaveLength(1);
  });

  it('of any words reads no authors with public accounts', async () => {
    const statement = matchStatement(viewerId, words, { ...options, method: 'scan' });
    const nodes = await explain(api.database, statement);
    const names = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(names.filter((name) => name.startsWith('users'))).toEqual(['users_hidden_idx']);
    expect(findSequentialScans(nodes)).not.toContain('users');
  });

  it('of common words sorts nothing before it has found enough', async () => {
    const statement = matchStatement(viewerId, words, { ...options, method: 'scan' });
    const nodes = await explain(api.database, statement);
    const scan = nodes.find((node) => node['Index Name'] === 'search_documents_pkey');
    expect(scan).toMatchObject({ 'Node Type': 'Index Scan', 'Scan Direction': 'Backward' });
  });
});
