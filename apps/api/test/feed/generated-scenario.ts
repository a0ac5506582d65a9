import type { Database } from '@skein/db';
import fc from 'fast-check';
import { newId } from '../../src/platform/ids.ts';

/** Some users with their threads, reposts, follows and blocks. */
export interface Scenario {
  users: User[];
  follows: Pair[];
  blocks: Pair[];
  mutes: Pair[];
  repostMutes: Pair[];
  /** The users who follow the hashtag of the tagged threads. */
  hashtagFollowers: string[];
  threads: ScenarioThread[];
  reposts: ScenarioRepost[];
}

interface User {
  id: string;
  isPrivate: boolean;
  isSuspended: boolean;
}

/** A relation from one user to another. */
type Pair = readonly [string, string];

interface ScenarioThread {
  id: string;
  authorId: string;
  type: 'thread' | 'quote' | 'reply';
  isDeleted: boolean;
  isTagged: boolean;
}

interface ScenarioRepost {
  id: string;
  userId: string;
  threadId: string;
}

const scenarioTag = 'scenario';

/** A generated plan: users are numbers, actions are in order of time. */
export interface ScenarioPlan {
  users: { isPrivate: boolean; isSuspended: boolean }[];
  follows: [number, number][];
  blocks: [number, number][];
  mutes: [number, number][];
  repostMutes: [number, number][];
  hashtagFollowers: number[];
  actions: {
    kind: 'thread' | 'quote' | 'reply' | 'repost';
    by: number;
    to: number;
    isDeleted: boolean;
    isTagged: boolean;
  }[];
}

const usersCount = 7;

const rarely = fc.nat(9).map((value) => value === 0);
const userIndex = fc.nat(usersCount - 1);

/** Few users and many reposts, so that threads have several reposts and windows overflow. */
export const scenarioPlan: fc.Arbitrary<ScenarioPlan> = fc.record({
  users: fc.array(fc.record({ isPrivate: rarely, isSuspended: rarely }), {
    minLength: usersCount,
    maxLength: usersCount,
  }),
  follows: fc.array(fc.tuple(userIndex, userIndex), { minLength: 10, maxLength: 30 }),
  blocks: fc.array(fc.tuple(userIndex, userIndex), { maxLength: 3 }),
  mutes: fc.array(fc.tuple(userIndex, userIndex), { maxLength: 4 }),
  repostMutes: fc.array(fc.tuple(userIndex, userIndex), { maxLength: 4 }),
  hashtagFollowers: fc.array(userIndex, { maxLength: 4 }),
  actions: fc.array(
    fc.record({
      kind: fc.constantFrom('thread', 'quote', 'reply', 'repost', 'repost', 'repost'),
      by: userIndex,
      to: fc.nat(1000),
      isDeleted: rarely,
      isTagged: rarely,
    }),
    { minLength: 120, maxLength: 260 },
  ),
});

/** Creates a scenario from its plan. Numbers without a user or thread are ignored. */
export function generateScenario(plan: ScenarioPlan): Scenario {
  const users = plan.users.map((flags) => ({ id: newId(), ...flags }));
  const toPairs = (pairs: [number, number][]) => pairs.flatMap((pair) => toPair(users, pair));
  const scenario: Scenario = {
    users,
    follows: toPairs(plan.follows),
    blocks: toPairs(plan.blocks),
    mutes: toPairs(plan.mutes),
    repostMutes: toPairs(plan.repostMutes),
    hashtagFollowers: plan.hashtagFollowers.flatMap((index) => users[index]?.id ?? []),
    threads: [],
    reposts: [],
  };
  for (const action of plan.actions) applyAction(scenario, action);
  return scenario;
}

function toPair(users: User[], [from, to]: [number, number]): Pair[] {
  const [actor, other] = [users[from], users[to]];
  return actor && other && actor !== other ? [[actor.id, other.id]] : [];
}

/** Adds an action to a scenario. A repeated repost is ignored. */
export function applyAction(
  scenario: Scenario,
  { kind, by, to, isDeleted, isTagged }: ScenarioPlan['actions'][number],
): void {
  const actor = scenario.users[by % scenario.users.length];
  const target = scenario.threads[to % Math.max(1, scenario.threads.length)];
  if (actor === undefined) return;
  if (kind === 'repost') {
    if (target === undefined || target.isDeleted || target.type === 'reply') return;
    if (scenario.reposts.some((r) => r.userId === actor.id && r.threadId === target.id)) return;
    scenario.reposts.push({ id: newId(), userId: actor.id, threadId: target.id });
    return;
  }
  const type = target === undefined ? 'thread' : kind;
  scenario.threads.push({ id: newId(), authorId: actor.id, type, isDeleted, isTagged });
}

/** Replaces the content of the database by this scenario. */
export async function storeScenario(database: Database, scenario: Scenario): Promise<void> {
  await database.$executeRaw`TRUNCATE users, threads, feed_entries, hashtags CASCADE`;
  await database.hashtag.create({ data: { id: newId(), tag: scenarioTag } });
  await database.user.createMany({
    data: scenario.users.map(({ id, isPrivate, isSuspended }) => ({
      id,
      username: id.replaceAll('-', '').slice(-20),
      name: 'Somebody',
      email: `${id}@scenario.example`,
      passwordHash: '-',
      isPrivate,
      suspendedAt: isSuspended ? new Date() : null,
    })),
  });
  const options = { skipDuplicates: true };
  const { follow, block, mute } = database;
  const follows = scenario.follows.map(([followerId, followeeId]) => ({ followerId, followeeId }));
  await follow.createMany({ data: follows, ...options });
  const blocks = scenario.blocks.map(([blockerId, blockedId]) => ({ blockerId, blockedId }));
  await block.createMany({ data: blocks, ...options });
  const mutes = scenario.mutes.map(([muterId, mutedId]) => ({ muterId, mutedId }));
  await mute.createMany({ data: mutes, ...options });
  const repostMutes = scenario.repostMutes.map(([muterId, mutedId]) => ({ muterId, mutedId }));
  await database.repostMute.createMany({ data: repostMutes, ...options });
  const followers = scenario.hashtagFollowers.map((userId) => ({ userId, tag: scenarioTag }));
  await database.hashtagFollow.createMany({ data: followers, ...options });
  await storeNewThreads(database, scenario);
}

/** Inserts the threads and reposts that the database does not contain. */
export async function storeNewThreads(database: Database, scenario: Scenario): Promise<void> {
  const root = scenario.threads.find((thread) => thread.type !== 'reply');
  if (root === undefined) return;
  const isReply = (thread: ScenarioThread) => thread.type === 'reply';
  await database.thread.createMany({
    data: scenario.threads.map((thread) => ({
      id: thread.id,
      authorId: thread.authorId,
      type: thread.type,
      content: '',
      deletedAt: thread.isDeleted ? new Date() : null,
      ...(isReply(thread) && { rootId: root.id, parentId: root.id, level: 1, path: thread.id }),
    })),
    skipDuplicates: true,
  });
  const { id: hashtagId } = await database.hashtag.findFirstOrThrow({
    where: { tag: scenarioTag },
  });
  const tagged = scenario.threads.filter(({ isTagged }) => isTagged);
  await database.threadHashtag.createMany({
    data: tagged.map(({ id: threadId }) => ({ hashtagId, threadId })),
    skipDuplicates: true,
  });
  await database.repost.createMany({ data: scenario.reposts, skipDuplicates: true });
  const withEntries = scenario.threads.filter((thread) => !isReply(thread));
  await database.feedEntry.createMany({
    // Deleted threads also have entries, because the feed must not rely on their removal.
    data: [
      ...withEntries.map(({ id, authorId }) => ({ key: id, actorId: authorId, threadId: id })),
      ...scenario.reposts.map(({ id, userId, threadId }) => ({
        key: id,
        actorId: userId,
        threadId,
      })),
    ],
    skipDuplicates: true,
  });
}
