import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderNotFound } from '../../src/modules/bookmarks/index.ts';
import { createEngagementModule } from '../../src/modules/engagement/index.ts';
import { createHashtagsModule } from '../../src/modules/search/index.ts';
import { createTimelinesModule } from '../../src/modules/feed/index.ts';
import { createUsersModule } from '../../src/modules/users/index.ts';
import { encodeCursor } from '../../src/platform/cursor.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApi } from '../support/api.ts';
import { createThreadsOn } from '../support/threads-module.ts';
import {
  explain,
  findSequentialScans,
  recordStatements,
  runLong,
  startFilledApi,
} from '../support/db/plans.ts';

let api: TestApi;
let recorded: ReturnType<typeof recordStatements>;
let viewer: { userId: string; sessionId: string };
let engagedId: string;
const folderId = newId();

beforeAll(async () => {
  api = await startFilledApi();
  await runLong(api.databaseUrl, [
    Prisma.sql`INSERT INTO follow_requests (id, requester_id, target_id)
      SELECT gen_random_uuid(), followee_id, follower_id FROM follows`,
    Prisma.sql`VACUUM (ANALYZE) follow_requests`,
  ]);
  const { id } = await api.database.user.findFirstOrThrow({ where: { username: 'user11' } });
  viewer = { userId: id, sessionId: '' };
  engagedId = (await api.database.thread.findFirstOrThrow({ where: { authorId: id } })).id;
  recorded = recordStatements(api.database);
}, 60_000);

afterAll(() => api.close());

function createModules() {
  const { clock, services } = api;
  const { database } = recorded;
  const threads = createThreadsOn(database, api);
  const users = createUsersModule({ database });
  const bookmarks = { getFolder: () => Promise.reject(folderNotFound()) };
  return {
    engagement: createEngagementModule({
      isFederated: false,
      database,
      clock,
      bus: services.bus,
      users,
      threads,
    }),
    timelines: createTimelinesModule({ database, users, threads, bookmarks }),
    hashtags: createHashtagsModule({ database, search: services.search, clock }),
  };
}

type Modules = ReturnType<typeof createModules>;

/** A page of thirty, of three, and a later page. */
const pages = [
  { page: 0, size: 30 },
  { page: 0, size: 3 },
  { page: 10, size: 3 },
];

const cursor = (name: string, key: string) => encodeCursor([1, name, key]);
const positionInBookmarks = () => `1790000000000.${newId()}`;

describe('the query plan', () => {
  it.each<[string, number, (modules: Modules) => Promise<unknown>[]]>([
    ['own threads', 2, ({ timelines }) => pages.map((page) => timelines.listOwn(viewer, page))],
    [
      'bookmarks',
      1,
      ({ timelines }) => [
        ...pages.map((page) => timelines.listBookmarked(viewer, page)),
        timelines.listBookmarked(viewer, {
          page: 0,
          size: 30,
          cursor: cursor('bookmarks', positionInBookmarks()),
        }),
      ],
    ],
    [
      'the bookmarks in a folder',
      1,
      ({ timelines }) =>
        pages.map((page) =>
          timelines.listBookmarkFolder(viewer, folderId, page).catch(() => undefined),
        ),
    ],
    ['likes', 1, ({ timelines }) => [timelines.listLiked(viewer, 10)]],
    ...(['threads', 'replies', 'media', 'likes'] as const).map(
      (tab): [string, number, (modules: Modules) => Promise<unknown>[]] => [
        `a user's ${tab}`,
        // One further statement for the parents of the replies.
        tab === 'replies' ? 3 : 2,
        ({ timelines }) =>
          pages.map((page) => timelines.listOfUser(viewer, viewer.userId, { ...page, tab })),
      ],
    ),
    [
      'suggestions',
      1,
      ({ hashtags }) => ['', 't', 'tag12'].map((q) => hashtags.suggest(viewer, { q, limit: 8 })),
    ],
    [
      'the users who engaged with a thread',
      // The thread, its mentions and poll, its references, the users and their reactions.
      5,
      ({ engagement }) =>
        pages.flatMap((page) => [
          engagement.listLikes(viewer, engagedId, page),
          engagement.listReposts(viewer, engagedId, page),
          engagement.listReactions(viewer, engagedId, page),
        ]),
    ],
    [
      'the quotes of a thread',
      4,
      ({ timelines }) => pages.map((page) => timelines.listQuotes(viewer, engagedId, page)),
    ],
    [
      'a like, a bookmark and a repost',
      1,
      ({ engagement }) => {
        const id = newId();
        return [undefined, true, false]
          .flatMap((on) => [
            engagement.like(viewer, id, on),
            engagement.bookmark(viewer, id, on),
            engagement.repost(viewer, { id: newId(), attempt: 'first' }, id, { on }),
          ])
          .map((request) => request.catch(() => undefined));
      },
    ],
  ])('of %s contains no sequential scan, in at most %i statements', async (_, count, read) => {
    recorded.statements.length = 0;
    const requests = read(createModules());
    await Promise.all(requests);
    expect(recorded.statements.length).toBeLessThanOrEqual(requests.length * count);
    for (const statement of recorded.statements) {
      expect(findSequentialScans(await explain(api.database, statement))).toEqual([]);
    }
  });
});
