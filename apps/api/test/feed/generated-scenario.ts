import type { Database } from '@skein/db';
import fc from 'fast-check';
import { newId } from '../../src/platform/ids.ts';

/** A handful of people and all they did, small enough to say by hand what each is shown. */
export interface SmallWorld {
  people: User[];
  follows: Pair[];
  blocks: Pair[];
  mutes: Pair[];
  threads: WorldThread[];
  reposts: WorldRepost[];
}

interface User {
  id: string;
  isPrivate: boolean;
  isSuspended: boolean;
}

/** Who does it to whom. */
type Pair = readonly [string, string];

interface WorldThread {
  id: string;
  authorId: string;
  type: 'thread' | 'quote' | 'reply';
  isDeleted: boolean;
}

interface WorldRepost {
  id: string;
  userId: string;
  threadId: string;
}

/** What a world is drawn from: people are numbers, acts come in the order of time. */
export interface WorldPlan {
  people: { isPrivate: boolean; isSuspended: boolean }[];
  follows: [number, number][];
  blocks: [number, number][];
  mutes: [number, number][];
  acts: { kind: 'thread' | 'quote' | 'reply' | 'repost'; by: number; to: number; gone: boolean }[];
}

const usersCount = 7;

const rarely = fc.nat(9).map((value) => value === 0);
const person = fc.nat(usersCount - 1);

/** Few people and many reposts, so that a thread has several, and windows overflow. */
export const worldPlan: fc.Arbitrary<WorldPlan> = fc.record({
  people: fc.array(fc.record({ isPrivate: rarely, isSuspended: rarely }), {
    minLength: usersCount,
    maxLength: usersCount,
  }),
  follows: fc.array(fc.tuple(person, person), { minLength: 10, maxLength: 30 }),
  blocks: fc.array(fc.tuple(person, person), { maxLength: 3 }),
  mutes: fc.array(fc.tuple(person, person), { maxLength: 4 }),
  acts: fc.array(
    fc.record({
      kind: fc.constantFrom('thread', 'quote', 'reply', 'repost', 'repost', 'repost'),
      by: person,
      to: fc.nat(1000),
      gone: rarely,
    }),
    { minLength: 120, maxLength: 260 },
  ),
});

/** Draws a world from its plan; numbers that name nothing real are passed over. */
export function imagineWorld(plan: WorldPlan): SmallWorld {
  const people = plan.people.map((traits) => ({ id: newId(), ...traits }));
  const toPairs = (pairs: [number, number][]) => pairs.flatMap((pair) => toPair(people, pair));
  const world: SmallWorld = {
    people,
    follows: toPairs(plan.follows),
    blocks: toPairs(plan.blocks),
    mutes: toPairs(plan.mutes),
    threads: [],
    reposts: [],
  };
  for (const act of plan.acts) perform(world, act);
  return world;
}

function toPair(people: User[], [from, to]: [number, number]): Pair[] {
  const [doer, other] = [people[from], people[to]];
  return doer && other && doer !== other ? [[doer.id, other.id]] : [];
}

/** One more act in a world; a repost done before is none. */
export function perform(
  world: SmallWorld,
  { kind, by, to, gone }: WorldPlan['acts'][number],
): void {
  const doer = world.people[by % world.people.length];
  const target = world.threads[to % Math.max(1, world.threads.length)];
  if (doer === undefined) return;
  if (kind === 'repost') {
    if (target === undefined || target.isDeleted || target.type === 'reply') return;
    if (world.reposts.some((r) => r.userId === doer.id && r.threadId === target.id)) return;
    world.reposts.push({ id: newId(), userId: doer.id, threadId: target.id });
    return;
  }
  const type = target === undefined ? 'thread' : kind;
  world.threads.push({ id: newId(), authorId: doer.id, type, isDeleted: gone });
}

/** Makes the database hold this world and nothing else. */
export async function storeWorld(database: Database, world: SmallWorld): Promise<void> {
  await database.$executeRaw`TRUNCATE users, threads, feed_entries CASCADE`;
  await database.user.createMany({
    data: world.people.map(({ id, isPrivate, isSuspended }) => ({
      id,
      username: id.replaceAll('-', '').slice(-20),
      name: 'Somebody',
      email: `${id}@world.example`,
      passwordHash: '-',
      isPrivate,
      suspendedAt: isSuspended ? new Date() : null,
    })),
  });
  const options = { skipDuplicates: true };
  const { follow, block, mute } = database;
  const follows = world.follows.map(([followerId, followeeId]) => ({ followerId, followeeId }));
  await follow.createMany({ data: follows, ...options });
  const blocks = world.blocks.map(([blockerId, blockedId]) => ({ blockerId, blockedId }));
  await block.createMany({ data: blocks, ...options });
  const mutes = world.mutes.map(([muterId, mutedId]) => ({ muterId, mutedId }));
  await mute.createMany({ data: mutes, ...options });
  await storeActs(database, world);
}

/** Adds the threads and reposts that the database does not have yet. */
export async function storeActs(database: Database, world: SmallWorld): Promise<void> {
  const root = world.threads.find((thread) => thread.type !== 'reply');
  if (root === undefined) return;
  const isReply = (thread: WorldThread) => thread.type === 'reply';
  await database.thread.createMany({
    data: world.threads.map((thread) => ({
      id: thread.id,
      authorId: thread.authorId,
      type: thread.type,
      content: '',
      deletedAt: thread.isDeleted ? new Date() : null,
      ...(isReply(thread) && { rootId: root.id, parentId: root.id, level: 1, path: thread.id }),
    })),
    skipDuplicates: true,
  });
  await database.repost.createMany({ data: world.reposts, skipDuplicates: true });
  const own = world.threads.filter((thread) => !isReply(thread));
  await database.feedEntry.createMany({
    // Entries of deleted threads too: the feed must not count on their being taken out.
    data: [
      ...own.map(({ id, authorId }) => ({ key: id, actorId: authorId, threadId: id })),
      ...world.reposts.map(({ id, userId, threadId }) => ({ key: id, actorId: userId, threadId })),
    ],
    skipDuplicates: true,
  });
}
