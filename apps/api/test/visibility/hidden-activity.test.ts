import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let owner: User;
let publicAuthors: User[];
let outsiders: User[];

beforeAll(async () => {
  // The users send more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  actions = createUserActions(api);
  owner = await createUser(api, { isPrivate: true });
  publicAuthors = [await createUser(api), await createUser(api)];
  const [stranger, pending, blocked, blocker] = await Promise.all(
    [1, 2, 3, 4].map(() => createUser(api)),
  );
  if (!stranger || !pending || !blocked || !blocker) throw new Error('Four users were created.');
  outsiders = [stranger, pending, blocked, blocker];
  await actions.follow(pending, owner.id).expect(200);
  await actions.block(owner, blocked.id).expect(200);
  await actions.block(blocker, owner.id).expect(200);
});

afterAll(() => api.close());

const write = (as: User, content: string, parentThreadId?: string) =>
  publish(api, as, { fields: { content, ...(parentThreadId && { parentThreadId }) } });

/** The jobs that servers run every few minutes. */
async function runBackgroundJobs(): Promise<void> {
  const { search, hashtags, trending } = api.services;
  await search.updateVocabulary();
  await search.pruneVocabulary();
  await hashtags.countPublicUses();
  await trending.refresh();
}

/** Lists, statistics and suggestions from the threads of many accounts. */
const paths = [
  '/threads/search?q=marmelade&size=1',
  '/threads/search?q=marmelade&size=1&sort=recent',
  '/threads/search?q=breakfast&size=1',
  '/threads/search?q=%23shared&size=1',
  '/threads/search?q=orchestar',
  '/threads?feed=all&size=1',
  '/threads/trending?size=1',
  '/threads/hashtag/shared?size=1',
  '/hashtags/shared',
  '/hashtags/hidden0',
  '/hashtags/suggestions',
  '/hashtags/suggestions?q=s&limit=2',
  '/hashtags/suggestions?q=hidden',
  '/hashtags/trending',
];

interface Observation {
  path: string;
  status: number;
  /** Excludes the cursor. */
  body: unknown;
  cursorLength: number | null;
}

async function observe(viewer: User, except?: string): Promise<Observation[]> {
  const observations: Observation[] = [];
  for (const path of paths.filter((candidate) => candidate !== except)) {
    const response = await actions.read(viewer, path);
    const { nextCursor, ...body } = response.body as Record<string, unknown>;
    observations.push({
      path,
      status: response.status,
      body: Array.isArray(response.body) ? (response.body as unknown[]) : body,
      cursorLength: typeof nextCursor === 'string' ? nextCursor.length : null,
    });
  }
  return observations;
}

/**
 * More hidden threads than are counted exactly, with more similar words than are considered, and
 * with replies and engagement of the same account.
 */
async function createHiddenActivity(): Promise<void> {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const root = await write(owner, 'A breakfast #shared #hidden0 orchestra');
  for (let number = 0; number < 110; number += 1) {
    const letter = letters[number % 26] ?? '';
    const ending = number < 26 ? letter : letter + (letters[Math.floor(number / 26)] ?? '');
    const content = `marmelade${ending} breakfast #shared #somewhere #hidden${number % 30}`;
    await write(owner, content, number % 3 === 0 ? root.id : undefined);
  }
}

describe('the activity of a private account', () => {
  it('does not change any result, count, order or cursor for other users', async () => {
    for (const author of publicAuthors) {
      await write(author, 'A breakfast with marmalade #shared #second');
      await write(author, 'Another breakfast with marmalade #second #simple');
    }
    await runBackgroundJobs();
    const before = await Promise.all(outsiders.map((viewer) => observe(viewer)));
    expect(before[0]?.filter(({ cursorLength }) => cursorLength !== null)).toHaveLength(6);
    await createHiddenActivity();
    expect(await Promise.all(outsiders.map((viewer) => observe(viewer)))).toEqual(before);
    await runBackgroundJobs();
    expect(await Promise.all(outsiders.map((viewer) => observe(viewer)))).toEqual(before);
  });

  it.each([
    ['private', { isPrivate: true }],
    ['limited', { limitedAt: new Date() }],
  ])('has no effect from the next request after the account becomes %s', async (_state, data) => {
    const [reader] = outsiders;
    if (reader === undefined) throw new Error('There are outsiders.');
    // Its counts are those of the last refresh, when the threads were public.
    const observeNow = () => observe(reader, '/hashtags/trending');
    const before = await observeNow();
    const [first, second] = [await createUser(api), await createUser(api)];
    for (const author of [first, second]) {
      for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
        await write(author, `marmelade${letter} breakfast orchestra #second #hidden0 #fresh`);
      }
    }
    await runBackgroundJobs();
    expect(await observeNow()).not.toEqual(before);
    for (const author of [first, second]) {
      await api.database.user.update({ where: { id: author.id }, data });
    }
    expect(await observeNow()).toEqual(before);
  });
});
