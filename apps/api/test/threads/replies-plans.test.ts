import type { RepliesPage } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExpired } from '../../src/modules/threads/remote/retention.repository.ts';
import type { Viewer } from '../../src/platform/viewer.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import {
  explain,
  findSequentialScans,
  recordStatements,
  runLong,
  startFilledApi,
} from '../support/db/plans.ts';
import { insertUser, insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let viewer: Viewer;
let root: string;

beforeAll(async () => {
  api = await startFilledApi();
  const userId = await insertUser(api.database);
  viewer = { userId, sessionId: '' };
  root = await insertThread(api.database, userId);
  for (const statement of filling) await api.database.$executeRawUnsafe(statement, root);
  await runLong(api.databaseUrl, [Prisma.sql`VACUUM (ANALYZE) users, threads, search_documents`]);
}, 60_000);

afterAll(() => api.close());

const path = (id: string) => `replace(${id}::text, '-', '')`;

// A thousand replies below $1.
const filling = [
  `INSERT INTO threads (id, author_id, content, type, root_id, parent_id, level, path)
   SELECT made.id, md5('u' || n * 10 + 1)::uuid, 'reply', 'reply', $1::uuid, $1::uuid, 1, ${path('made.id')}
   FROM generate_series(1, 200) n, LATERAL (SELECT uuidv7(n * interval '1 minute') AS id) AS made`,
  ...[1, 2, 3, 4].map(
    (level) => `INSERT INTO threads (id, author_id, content, type, root_id, parent_id, level, path)
     SELECT made.id, author_id, 'reply', 'reply', $1::uuid, t.id, ${level + 1}, t.path || ${path('made.id')}
     FROM threads t, LATERAL (SELECT uuidv7(interval '${level} days' + random() * interval '1 hour') AS id WHERE t.id IS NOT NULL) AS made
     WHERE t.root_id = $1::uuid AND t.level = ${level}`,
  ),
];

async function readRecorded(id: string, query: { page?: number; size: number; cursor?: string }) {
  const { database, statements } = recordStatements(api.database);
  const threads = createThreadsOn(database, api);
  const page = await threads.listReplies(viewer, id, { page: 0, ...query });
  return { page, statements };
}

async function findBranch(level: number): Promise<string> {
  const where = { rootId: root, level };
  return (await api.database.thread.findFirstOrThrow({ where })).id;
}

describe('the ancestors of a reply', () => {
  it('are read by one statement that uses indexes', async () => {
    const { database, statements } = recordStatements(api.database);
    const ancestors = await createThreadsOn(database, api).listAncestors(
      viewer,
      await findBranch(5),
    );
    expect(ancestors.map((thread) => thread?.threadLevel)).toEqual([0, 1, 2, 3, 4]);
    expect(statements).toHaveLength(1);
    const plans = await Promise.all(statements.map((each) => explain(api.database, each)));
    expect(findSequentialScans(plans.flat())).toEqual([]);
  });
});

describe('a list of a thousand replies', () => {
  it('needs the same number of statements as one reply, and uses indexes', async () => {
    const first = await readRecorded(root, { size: 50 });
    expect(first.page).toMatchObject({ totalElements: 1000, last: false });
    expect(first.page.content).toHaveLength(50);
    const cursor = first.page.nextCursor ?? '';
    // A third statement reads parents that are neither on the page nor the thread itself, or counts the
    // replies below the deepest level.
    const readings = [
      { ...first, count: 2 },
      { ...(await readRecorded(root, { size: 50, cursor })), count: 2 },
      { ...(await readRecorded(root, { size: 50, page: 19 })), count: 2 },
      { ...(await readRecorded(root, { size: 7, page: 1 })), count: 3 },
      { ...(await readRecorded(await findBranch(1), { size: 1 })), count: 2 },
      { ...(await readRecorded(await findBranch(5), { size: 1 })), count: 3 },
    ];
    for (const { count, statements } of readings) {
      expect(statements).toHaveLength(count);
      const plans = await Promise.all(statements.map((each) => explain(api.database, each)));
      expect(findSequentialScans(plans.flat())).toEqual([]);
    }
    const list = await explain(api.database, first.statements[1] ?? failed());
    const indexes = list.map((node) => node['Index Name']);
    expect(indexes).toContain('threads_by_root_idx');
  });

  it('is counted in indexes, without reading the replies', async () => {
    const { statements } = await readRecorded(root, { size: 1 });
    const nodes = await explain(api.database, statements[0] ?? failed());
    for (const index of ['threads_by_root_idx', 'threads_deleted_replies_idx']) {
      const count = nodes.find((node) => node['Index Name'] === index);
      expect(count).toMatchObject({ 'Node Type': 'Index Only Scan' });
    }
  });

  it('can be read completely by cursors', async () => {
    const paths: string[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? { size: 150 } : { size: 150, cursor };
      const { page }: { page: RepliesPage } = await readRecorded(root, query);
      paths.push(...page.content.map(({ threadPath }) => threadPath));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(paths).toHaveLength(1000);
    expect(paths.toSorted()).toEqual(paths);
  });
});

describe('the job that deletes old threads of other servers', () => {
  it('finds the next ones in the index, and plans for few', async () => {
    await runLong(api.databaseUrl, [
      Prisma.sql`INSERT INTO remote_objects (thread_id, uri, has_entry)
        SELECT id, 'https://other.example/' || id, true FROM threads`,
      Prisma.sql`INSERT INTO drafts (id, author_id, topic, texts, parent_id, quoted_id, created_at, updated_at)
        SELECT uuidv7(), ${viewer.userId}::uuid, '', '{}', gen_random_uuid(), gen_random_uuid(), now(), now()
        FROM generate_series(1, 3000)`,
      Prisma.sql`VACUUM (ANALYZE) remote_objects, drafts`,
    ]);
    const { database, statements } = recordStatements(api.database);
    expect((await findExpired(database, new Date(), 25)).threadIds).toHaveLength(25);
    const nodes = await explain(api.database, statements[0] ?? failed());
    const indexes = nodes.map((node) => node['Index Name']);
    expect(indexes).toContain('remote_objects_retained_at_idx');
    expect(indexes).toContain('drafts_parent_id_idx');
    expect(indexes).toContain('drafts_quoted_id_idx');
    // With the estimate for an unknown limit, PostgreSQL reads all of a million threads.
    expect(nodes).toContainEqual(
      expect.objectContaining({ 'Node Type': 'Limit', 'Plan Rows': 25 }),
    );
  });
});

function failed(): never {
  throw new Error('There were fewer statements.');
}
