import { Prisma } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isThreadVisible } from '../../src/modules/threads/index.ts';
import { anonymousViewer } from '../../src/modules/users/index.ts';
import { NotFoundError } from '../../src/platform/errors.ts';
import type { Viewer } from '../../src/platform/viewer.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import {
  deleteThread,
  insertFollow,
  insertMember,
  insertThread,
} from '../support/factories/threads.ts';

interface Author {
  name: string;
  id: string;
  /** What decision 4 says of what they publish, in words of its own. */
  isVisible: boolean;
  /** Whether everybody sees it, signed in or not. */
  isPublic: boolean;
}

interface Case {
  name: string;
  id: string;
  isVisible: boolean;
  isPublic: boolean;
}

let api: TestApi;
let viewer: Viewer;
const cases: Case[] = [];

beforeAll(async () => {
  api = await startTestApi();
  const viewerId = await insertMember(api.database, { isPrivate: true });
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
    const id = await insertMember(api.database, { isPrivate, isSuspended });
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
    const goneId = await insertThread(database, author.id);
    await deleteThread(database, goneId);
    cases.push({
      name: `deleted thread of ${author.name}`,
      id: goneId,
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

const namesOf = (found: Set<string>) => cases.filter(({ id }) => found.has(id)).map((c) => c.name);
const visibleNames = () => cases.filter((c) => c.isVisible).map((c) => c.name);

describe('who sees what', () => {
  it('is the same table in a list', async () => {
    const { sql } = Prisma;
    const isVisible = isThreadVisible(viewer.userId, { thread: sql`t`, author: sql`a` });
    const rows = await api.database.$queryRaw<{ id: string }[]>`
      SELECT t.id FROM threads t LEFT JOIN users a ON a.id = t.author_id WHERE ${isVisible}`;
    expect(namesOf(new Set(rows.map((row) => row.id)))).toEqual(visibleNames());
  });

  it('is only what is public for whoever is not signed in', async () => {
    const { sql } = Prisma;
    const isVisible = isThreadVisible(anonymousViewer, { thread: sql`t`, author: sql`a` });
    const rows = await api.database.$queryRaw<{ id: string }[]>`
      SELECT t.id FROM threads t LEFT JOIN users a ON a.id = t.author_id WHERE ${isVisible}`;
    const publicNames = cases.filter((c) => c.isPublic).map((c) => c.name);
    expect(namesOf(new Set(rows.map((row) => row.id)))).toEqual(publicNames);
  });

  it('is the same table for one thread at a time', async () => {
    const found = new Set<string>();
    for (const { id } of cases) {
      const answer = await api.services.threads.get(viewer, id).catch((error: unknown) => error);
      if (!(answer instanceof NotFoundError)) found.add(id);
    }
    expect(namesOf(found)).toEqual(visibleNames());
  });

  it('is the same table in the feed', async () => {
    const inFeed = new Set<string>();
    let cursor: string | undefined;
    do {
      const query = { feed: 'all', page: 0, size: 100, cursor } as const;
      const page = await api.services.feed.list(viewer, query);
      for (const thread of page.content) inFeed.add(thread.id);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const expected = visibleNames().filter((name) => /^(root|quote) /.test(name));
    expect(namesOf(inFeed)).toEqual(expected);
  });

  it('covers every relation', () => {
    expect(cases).toHaveLength(25 * 4 + 25 * 25);
  });
});

describe('what an account that is gone leaves behind', () => {
  it('is a stub that keeps the replies together', async () => {
    const leaver = await insertMember(api.database);
    const rootId = await insertThread(api.database, leaver);
    const replyId = await insertThread(api.database, viewer.userId, { parentId: rootId });
    await deleteThread(api.database, rootId);
    await api.database.user.delete({ where: { id: leaver } });
    expect(await api.services.threads.get(viewer, rootId)).toMatchObject({ isDeleted: true });
    expect(await api.services.threads.get(viewer, replyId)).toMatchObject({ isDeleted: false });
  });
});
