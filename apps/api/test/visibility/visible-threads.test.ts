import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotFoundError } from '../../src/platform/errors.ts';
import type { Viewer } from '../../src/platform/viewer.ts';
import { anonymousViewer, canSee, isPublicThread } from '../../src/domain/visibility.queries.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';

interface Author {
  name: string;
  id: string;
  /** The expected results, written independently of the SQL. */
  isVisible: boolean;
  isPublic: boolean;
}

type Case = Author;

let api: TestApi;
let viewer: Viewer;
const cases: Case[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const viewerId = await insertUser(api.database, { isPrivate: true });
  viewer = { userId: viewerId, sessionId: viewerId };
  const authors = await insertAuthors();
  const roots = await insertRoots(authors);
  await insertReplies(authors, roots);
}, 60_000);

afterAll(() => api.close());

const either = [false, true];

const everyRelation = either.flatMap((isFollowed) =>
  either.flatMap((isPrivate) =>
    either.flatMap((isSuspended) =>
      ['nobody', 'the viewer', 'the author'].map((blocker) => {
        return { isFollowed, isPrivate, isSuspended, blocker };
      }),
    ),
  ),
);

async function insertAuthors(): Promise<Author[]> {
  const authors: Author[] = [
    { name: 'the viewer', id: viewer.userId, isVisible: true, isPublic: false },
  ];
  for (const relation of everyRelation) {
    const { isFollowed, isPrivate, isSuspended, blocker } = relation;
    const id = await insertUser(api.database, { isPrivate, isSuspended });
    if (isFollowed) await insertFollow(api.database, viewer.userId, id);
    if (blocker === 'the viewer') await insertBlock(viewer.userId, id);
    if (blocker === 'the author') await insertBlock(id, viewer.userId);
    const isVisible = !isSuspended && blocker === 'nobody' && (!isPrivate || isFollowed);
    const isPublic = !isSuspended && !isPrivate;
    authors.push({ id, name: JSON.stringify(relation), isVisible, isPublic });
  }
  return authors;
}

async function insertBlock(blockerId: string, blockedId: string): Promise<void> {
  await api.database.block.create({ data: { blockerId, blockedId } });
}

async function insertRoots(authors: Author[]): Promise<Map<Author, string>> {
  const { database } = api;
  const roots = new Map<Author, string>();
  for (const author of authors) {
    const { isVisible, isPublic } = author;
    const rootId = await insertThread(database, author.id);
    roots.set(author, rootId);
    cases.push({ name: `root of ${author.name}`, id: rootId, isVisible, isPublic });
    const quoteId = await insertThread(database, author.id, { quotedId: rootId });
    cases.push({ name: `quote of ${author.name}`, id: quoteId, isVisible, isPublic });
    const stubId = await insertThread(database, author.id);
    await insertThread(database, author.id, { parentId: stubId });
    await deleteThread(database, stubId);
    cases.push({ name: `stub of ${author.name}`, id: stubId, isVisible, isPublic });
    const deletedId = await insertThread(database, author.id);
    await deleteThread(database, deletedId);
    cases.push({
      name: `deleted thread of ${author.name}`,
      id: deletedId,
      isVisible: false,
      isPublic: false,
    });
  }
  return roots;
}

async function insertReplies(authors: Author[], roots: Map<Author, string>): Promise<void> {
  for (const [rootAuthor, rootId] of roots) {
    for (const author of authors) {
      const id = await insertThread(api.database, author.id, { parentId: rootId });
      const isVisible = author.isVisible && rootAuthor.isVisible;
      const isPublic = author.isPublic && rootAuthor.isPublic;
      cases.push({
        name: `reply of ${author.name} to ${rootAuthor.name}`,
        id,
        isVisible,
        isPublic,
      });
    }
  }
}

const collectNames = (ids: Set<string>) => cases.filter(({ id }) => ids.has(id)).map((c) => c.name);
const visibleNames = () => cases.filter((c) => c.isVisible).map((c) => c.name);

async function selectThreads(condition: Prisma.Sql): Promise<Set<string>> {
  const rows = await api.database.$queryRaw<{ id: string }[]>`
    SELECT t.id FROM threads t LEFT JOIN users a ON a.id = t.author_id WHERE ${condition}`;
  return new Set(rows.map(({ id }) => id));
}

const aliases = { thread: Prisma.sql`t`, author: Prisma.sql`a` };

describe('the threads that a viewer may see', () => {
  it('match the truth table in a query of many threads', async () => {
    const found = await selectThreads(canSee(viewer.userId, aliases));
    expect(collectNames(found)).toEqual(visibleNames());
  });

  it('are the public ones for a visitor who is not signed in', async () => {
    const found = await selectThreads(canSee(anonymousViewer, aliases));
    expect(collectNames(found)).toEqual(cases.filter((c) => c.isPublic).map((c) => c.name));
  });

  it('are none for such a visitor if the author of the thread or its root is not shown outside', async () => {
    const { database } = api;
    const publicCases = cases.filter(({ isPublic }) => isPublic);
    const hide = async (isShownOutside: boolean) =>
      database.user.updateMany({ data: { isShownOutside } });
    await hide(false);
    const found = await selectThreads(canSee(anonymousViewer, aliases));
    const foundBySignedIn = await selectThreads(canSee(viewer.userId, aliases));
    await hide(true);
    expect(publicCases.length).toBeGreaterThan(found.size);
    expect(collectNames(found).filter((name) => !name.includes('stub'))).toEqual([]);
    expect(collectNames(foundBySignedIn)).toEqual(visibleNames());
  });

  it('are public by `isPublicThread` except stubs', async () => {
    const found = await selectThreads(isPublicThread(aliases.thread));
    const isNoStub = (name: string) => !name.startsWith('stub');
    const expected = cases.filter(({ name, isPublic }) => isPublic && isNoStub(name));
    expect(collectNames(found)).toEqual(expected.map(({ name }) => name));
  });

  it('match the truth table in requests for one thread', async () => {
    const found = new Set<string>();
    for (const { id } of cases) {
      const result = await api.services.threads.get(viewer, id).catch((error: unknown) => error);
      if (!(result instanceof NotFoundError)) found.add(id);
    }
    expect(collectNames(found)).toEqual(visibleNames());
  });

  it('match the truth table in the feed of all threads', async () => {
    const inFeed = new Set<string>();
    let cursor: string | undefined;
    do {
      const query = { feed: 'all', page: 0, size: 100, cursor } as const;
      const page = await api.services.feed.list(viewer, query);
      for (const thread of page.content) inFeed.add(thread.id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const expected = visibleNames().filter((name) => /^(root|quote) /.test(name));
    expect(collectNames(inFeed)).toEqual(expected);
  });

  it('cover every relation between the viewer, the author and the author of the root', () => {
    expect(cases).toHaveLength(25 * 4 + 25 * 25);
  });
});

describe('a deleted thread whose account no longer exists', () => {
  it('stays visible as a stub while it has replies', async () => {
    const deletedUser = await insertUser(api.database);
    const rootId = await insertThread(api.database, deletedUser);
    const replyId = await insertThread(api.database, viewer.userId, { parentId: rootId });
    await deleteThread(api.database, rootId);
    await api.database.user.delete({ where: { id: deletedUser } });
    expect(await api.services.threads.get(viewer, rootId)).toMatchObject({ isDeleted: true });
    expect(await api.services.threads.get(viewer, replyId)).toMatchObject({ isDeleted: false });
  });
});
