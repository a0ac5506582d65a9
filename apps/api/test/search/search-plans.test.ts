import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectNewest, selectRelevant } from '../../src/modules/search/result-order.queries.ts';
import { matchStatement } from '../../src/modules/search/matches.queries.ts';
import { highestId, lowestIdAt, newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { explain, fillDatabase, findSequentialScans, runLong } from '../support/db/plans.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await fillDatabase(api.databaseUrl);
  // Autovacuum does the same eventually.
  await runLong(api.databaseUrl, [Prisma.sql`VACUUM (ANALYZE) search_documents`]);
}, 60_000);

afterAll(() => api.close());

const viewerId = newId();
const all = { fromId: lowestIdAt(0), belowId: highestId };
const options = { span: { from: 0, below: 1000 }, keep: 10 };
const threadIds = [newId()];

describe('the query plan', () => {
  it.each<[string, Prisma.Sql]>([
    ['of words', matchStatement(viewerId, { ...all, query: "'words'" }, options)],
    ['of a time', matchStatement(viewerId, { ...all, query: null }, options)],
    ['of the newest', selectNewest(viewerId, threadIds)],
    [
      'of the most relevant',
      selectRelevant(viewerId, threadIds, { rankQuery: "'words'", skip: 0, take: 10 }),
    ],
  ])('%s contains no sequential scan of threads', async (_, statement) => {
    const nodes = await explain(api.database, statement);
    // With so few users, a sequential scan of users costs less than thousands of lookups.
    const scans = findSequentialScans(nodes).filter((table) => table !== 'users');
    expect(scans).toEqual([]);
  });

  it('of a word search uses the index', async () => {
    const statement = matchStatement(viewerId, { ...all, query: "'words'" }, options);
    const nodes = await explain(api.database, statement);
    expect(nodes.map((node) => node['Index Name'])).toContain('search_documents_document_idx');
  });
});
