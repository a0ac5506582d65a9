import type { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFeedCursor } from '../../src/modules/feed/feed-cursor.ts';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import type { ThreadsModule } from '../../src/modules/threads/index.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import {
  explain,
  findSequentialScans,
  recordStatements,
  startFilledApi,
} from '../support/db/plans.ts';

let api: TestApi;
let statements: Prisma.Sql[];
let threads: ThreadsModule;

beforeAll(async () => {
  api = await startFilledApi();
  const recorded = recordStatements(api.database);
  statements = recorded.statements;
  threads = createThreadsOn(recorded.database, api);
}, 60_000);

afterAll(() => api.close());

const viewer = { userId: newId(), sessionId: '' };
const cursorOf = (feed: 'all' | 'following') =>
  encodeFeedCursor({ feed, below: newId(), newestKey: newId() });

describe('the query plan', () => {
  const feed = () =>
    createFeedModule({ database: api.database, threads, lists: api.services.lists });
  const first = { page: 0, size: 30 };
  it.each<[string, () => Promise<unknown>]>([
    ['of the feed of everybody', () => feed().list(viewer, { ...first, feed: 'all' })],
    [
      'of the next page of the feed of everybody',
      () => feed().list(viewer, { ...first, feed: 'all', cursor: cursorOf('all') }),
    ],
    ['of the feed of followees', () => feed().list(viewer, { ...first, feed: 'following' })],
    [
      'of the next page of the feed of followees',
      () => feed().list(viewer, { ...first, feed: 'following', cursor: cursorOf('following') }),
    ],
    [
      'of the feed of a list',
      async () => {
        const { id, ownerId } = await api.database.userList.findFirstOrThrow();
        const owner = { userId: ownerId, sessionId: '' };
        const page = await feed().listOfList(owner, id, first);
        expect(page.content.length).toBeGreaterThan(0);
      },
    ],
    ['of one thread', () => threads.get(viewer, newId()).catch(() => undefined)],
  ])('%s contains no sequential scan', async (_, read) => {
    statements.length = 0;
    await read();
    expect(statements).toHaveLength(1);
    const nodes = (
      await Promise.all(statements.map((statement) => explain(api.database, statement)))
    ).flat();
    expect(nodes.length).toBeGreaterThan(20);
    expect(findSequentialScans(nodes)).toEqual([]);
  });
});
