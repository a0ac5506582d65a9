import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedQuery } from '../../src/modules/feed/list-feed.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { expectedFeed } from './feed-oracle.ts';
import type { FeedItem } from './feed-oracle.ts';
import {
  generateScenario,
  applyAction,
  storeNewThreads,
  storeScenario,
  scenarioPlan,
} from './generated-scenario.ts';
import type { Scenario } from './generated-scenario.ts';

const feeds = ['all', 'following'] as const;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function readPage(viewerId: string, query: FeedQuery) {
  const { content, ...rest } = await api.services.feed.list(
    { userId: viewerId, sessionId: viewerId },
    query,
  );
  const items = content.map((t): FeedItem => ({ id: t.id, repostedBy: t.repostedBy?.id ?? null }));
  return { items, ...rest };
}

/** Reads the complete feed by cursor; `between` runs after each page. */
async function readByCursor(
  viewerId: string,
  query: Pick<FeedQuery, 'feed' | 'size'>,
  between: () => Promise<void> = async () => {},
): Promise<FeedItem[]> {
  const read: FeedItem[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await readPage(viewerId, { ...query, page: 0, cursor });
    read.push(...page.items);
    expect(page.last).toBe(page.nextCursor === null);
    if (page.nextCursor === null) return read;
    expect(page.items).toHaveLength(query.size);
    cursor = page.nextCursor;
    await between();
  }
}

async function readByPage(
  viewerId: string,
  query: Pick<FeedQuery, 'feed' | 'size'>,
): Promise<FeedItem[]> {
  const read: FeedItem[] = [];
  for (let page = 0; ; page += 1) {
    const { items, last } = await readPage(viewerId, { ...query, page });
    read.push(...items);
    if (last) return read;
  }
}

const pageSize = fc.integer({ min: 1, max: 40 });
/** The state of the listing job. */
const listingState = fc.constantFrom('pending', 'done', 'outdated');

async function prepareListing(state: 'pending' | 'done' | 'outdated'): Promise<void> {
  if (state === 'pending') return;
  const invertPrivacy = () =>
    api.database.$executeRaw`UPDATE users SET is_private = NOT is_private`;
  if (state === 'outdated') await invertPrivacy();
  await api.services.threads.updateListing();
  if (state === 'outdated') await invertPrivacy();
}

describe('the feed of generated scenarios', () => {
  it('matches the reference implementation for every viewer, by cursor and by page', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioPlan, pageSize, listingState, async (plan, size, listing) => {
        const scenario = generateScenario(plan);
        // Followed hashtags depend on the listing job.
        if (listing === 'outdated') scenario.hashtagFollowers = [];
        await storeScenario(api.database, scenario);
        await prepareListing(listing);
        for (const { id } of scenario.users.slice(0, 3)) {
          for (const feed of feeds) {
            const expected = expectedFeed(scenario, feed, id);
            expect(await readByCursor(id, { feed, size })).toEqual(expected);
            expect(await readByPage(id, { feed, size: size + 4 })).toEqual(expected);
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  }, 120_000);

  it('does not change for later pages when new entries are added', async () => {
    await fc.assert(
      fc.asyncProperty(scenarioPlan, fc.integer({ min: 3, max: 12 }), async (plan, size) => {
        const scenario = generateScenario({ ...plan, actions: plan.actions.slice(0, 120) });
        const later = plan.actions.map((action) => ({ ...action, isDeleted: false }));
        await storeScenario(api.database, scenario);
        const [reader] = scenario.users;
        if (reader === undefined) return;
        for (const feed of feeds) {
          const expected = expectedFeed(scenario, feed, reader.id);
          const read = await readByCursor(reader.id, { feed, size }, async () => {
            for (const action of later.splice(0, 6)) applyAction(scenario, action);
            await storeNewThreads(api.database, scenario);
          });
          expect(read).toEqual(expected);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  }, 120_000);
});

describe('the feed of a viewer with many followees', () => {
  const manyUsers = Array.from({ length: 260 }, () => ({
    id: newId(),
    isPrivate: false,
    isSuspended: false,
  }));
  const [reader] = manyUsers;

  function manyFolloweesScenario(follows: Scenario['follows'], activeUsers: number): Scenario {
    const scenario: Scenario = {
      users: manyUsers,
      follows,
      blocks: [],
      mutes: [],
      repostMutes: [],
      hashtagFollowers: [reader?.id ?? ''],
      threads: [],
      reposts: [],
    };
    for (let index = 0; index < 900; index += 1) {
      const kind = index % 3 === 2 ? 'repost' : 'thread';
      applyAction(scenario, {
        kind,
        by: (index * 7) % activeUsers,
        to: index * 13,
        isDeleted: false,
        isTagged: index % 11 === 0,
      });
    }
    return scenario;
  }

  it.each([
    ['all followees are active', 260, 0],
    ['most followees are inactive', 60, 50],
    ['all followees are inactive', 20, 30],
    ['too few followees for a scan of all entries', 260, 100],
  ])('matches the reference implementation: %s', async (_, activeUsers, firstFollowee) => {
    if (reader === undefined) throw new Error('The scenario has no reader.');
    const followees = manyUsers.slice(firstFollowee).filter((user) => user !== reader);
    const follows = followees.map(({ id }) => [reader.id, id] as const);
    const scenario = manyFolloweesScenario(follows, activeUsers);
    await storeScenario(api.database, scenario);
    const expected = expectedFeed(scenario, 'following', reader.id);
    expect(await readByCursor(reader.id, { feed: 'following', size: 30 })).toEqual(expected);
  });
});
