import type { Thread, ThreadPage } from '@skein/contracts/threads';
import { findDrift, repair } from '@skein/db/repair';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let author: User;
let follower: User;
let stranger: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [author, follower, stranger] = [
    await createUser(api),
    await createUser(api),
    await createUser(api),
  ];
  await actions.follow(follower, author.id).expect(200);
});

afterAll(() => api.close());

const write = (as: User, fields: Record<string, string>) => publish(api, as, { fields });

async function listIds(as: User, path: string): Promise<string[]> {
  const { content } = (await actions.read(as, path).expect(200)).body as ThreadPage;
  return content.map(({ id }) => id);
}

describe('a thread with an audience', () => {
  it('is in the lists of its audience only', async () => {
    const ids: Record<string, string> = {};
    for (const audience of ['public', 'unlisted', 'followers']) {
      const thread = await write(author, { content: `Quince ${audience} #quince`, audience });
      expect(thread.audience).toBe(audience);
      ids[audience] = thread.id;
    }
    const { public: open = '', unlisted = '', followers = '' } = ids;
    const profile = `/users/${author.id}/threads`;
    const all = [followers, unlisted, open];
    expect(await listIds(author, profile)).toEqual(all);
    expect(await listIds(follower, profile)).toEqual(all);
    expect(await listIds(stranger, profile)).toEqual([unlisted, open]);
    expect(await listIds(follower, '/threads?feed=following')).toEqual(all);
    for (const as of [author, follower, stranger]) {
      expect(await listIds(as, '/threads?feed=all')).toEqual([open]);
      expect(await listIds(as, '/threads/hashtag/quince')).toEqual([open]);
    }
    expect(await listIds(follower, '/threads/search?q=quince&sort=recent')).toEqual([open]);
    expect(await listIds(author, '/threads/search?q=quince&sort=recent')).toEqual(all);
  });

  it('stays out of public lists when its account was private in the meantime', async () => {
    const user = await createUser(api, { isPrivate: true });
    const shared = await write(user, { content: 'Medlar #medlar' });
    await write(user, { content: 'Medlar for few #medlar', audience: 'followers' });
    await api.services.threads.updateListing();
    await actions.put(user, '/users/me').send({ isPrivate: false }).expect(200);
    await api.services.threads.updateListing();
    expect(await listIds(stranger, '/threads/hashtag/medlar')).toEqual([shared.id]);
    expect(await listIds(user, '/threads/hashtag/medlar')).toEqual([shared.id]);
    const where = { isListed: false, actorId: user.id };
    expect(await api.database.feedEntry.count({ where })).toBe(1);
  });

  it('for followers can be reposted by its author only, and quoted by nobody', async () => {
    const { id } = await write(author, { content: 'For few', audience: 'followers' });
    const quote = { content: 'A quote', quotedThreadId: id };
    for (const as of [author, follower]) {
      await actions.post(as, '/threads/quote-repost').send(quote).expect(403);
    }
    await actions.post(follower, `/threads/${id}/repost`).send({ on: true }).expect(403);
    await actions.post(author, `/threads/${id}/repost`).send({ on: true }).expect(200);
    expect(await listIds(follower, '/threads?feed=following')).toContain(id);
  });
});

it.each(['unlisted', 'followers'])(
  '%s keeps a thread out of trends and suggestions',
  async (audience) => {
    const word = `quillow${audience}`;
    const { id } = await write(author, { content: `${word} #${word}`, audience });
    await actions.post(follower, `/threads/${id}/like`).send({ on: true }).expect(200);
    const { search, hashtags, trending } = api.services;
    await search.updateVocabulary();
    await hashtags.countPublicUses();
    await trending.refresh();
    for (const path of [
      '/threads/trending',
      '/hashtags/trending',
      `/hashtags/suggestions?q=${word}`,
      `/hashtags/${word}`,
      `/threads/search?q=${word.replace('ll', 'l')}`,
    ]) {
      const { text } = await actions.read(follower, path);
      const isKnown =
        text.includes(id) || text.includes(path.includes(word) ? '"threadsCount":1' : word);
      expect([path, isKnown]).toEqual([path, false]);
    }
  },
);

it('reaches the streams of its audience, also its deletion', async () => {
  const readerIds = [follower.id, stranger.id];
  const recipients: unknown[] = [];
  for (const audience of ['public', 'unlisted', 'followers'] as const) {
    const { id } = await write(author, { content: 'Stream #stream', audience });
    const entry = { key: id, threadId: id, actorId: author.id };
    const { feed } = api.services;
    const published = await feed.listStreamRecipients(entry, readerIds);
    const deleted = await feed.listDeletionRecipients(
      { ...entry, rootId: null, audience },
      readerIds,
    );
    const described = published.map(({ userId, isHome, isPublic, hashtags }) =>
      [userId === follower.id ? 'follower' : 'stranger', isHome, isPublic, hashtags.length].join(),
    );
    recipients.push([audience, described.toSorted(), deleted.length]);
  }
  expect(recipients).toEqual([
    ['public', ['follower,true,true,1', 'stranger,false,true,1'], 2],
    ['unlisted', ['follower,true,false,0', 'stranger,false,false,0'], 2],
    ['followers', ['follower,true,false,0'], 1],
  ]);
});

describe('the audience of a reply', () => {
  it('is the audience of its parent or a narrower one, also in a chain and in a scheduled thread', async () => {
    const root = await write(author, { content: 'For few', audience: 'followers' });
    const reply = await write(follower, { content: 'Me too', parentThreadId: root.id });
    expect(reply.audience).toBe('followers');
    const wide = { content: 'All', parentThreadId: reply.id, audience: 'public' };
    expect((await write(author, wide)).audience).toBe('followers');
    await actions.read(stranger, `/threads/${reply.id}`).expect(404);
    const parts = [JSON.stringify({ content: 'One' }), JSON.stringify({ content: 'Two' })];
    const chain = { parts, audience: 'unlisted', language: 'de' };
    const sent = actions.post(author, '/threads/chain').field(chain);
    expect((await sent.expect(201)).body).toMatchObject(
      [chain, chain].map(() => {
        return { audience: 'unlisted', language: 'de' };
      }),
    );
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const later = { content: 'Later', audience: 'followers', language: 'fr', scheduledAt };
    const scheduled = await actions.post(author, '/threads/scheduled').send(later).expect(201);
    const { id } = scheduled.body as { id: string };
    const published = await actions.post(author, `/threads/scheduled/${id}/publish`).expect(201);
    expect(published.body).toMatchObject({ audience: 'followers', language: 'fr' });
  });

  it('includes the author of its parent', async () => {
    const root = await write(stranger, { content: 'A question' });
    const reply = { content: 'For my followers', parentThreadId: root.id, audience: 'followers' };
    const { id } = await write(author, reply);
    await actions.read(stranger, `/threads/${id}`).expect(200);
    await actions.read(follower, `/threads/${id}`).expect(200);
    await actions.read(await createUser(api), `/threads/${id}`).expect(404);
    const unread = await actions.read(stranger, '/notifications').expect(200);
    expect(JSON.stringify(unread.body)).toContain(id);
  });
});

it('a default audience applies to threads without one of their own', async () => {
  const user = await createUser(api);
  await actions.put(user, '/users/me').send({ defaultAudience: 'unlisted' }).expect(200);
  const root = await write(user, { content: 'Quiet' });
  const reply = await write(user, { content: 'Quiet', parentThreadId: root.id });
  const loud = await write(user, { content: 'Loud', audience: 'public' });
  expect([root, reply, loud].map(({ audience }: Thread) => audience)).toEqual([
    'unlisted',
    'unlisted',
    'public',
  ]);
  const parts = [JSON.stringify({ content: 'x' })];
  const draft = { parts, audience: 'followers', language: 'pt-br' };
  const saved = await actions.post(user, '/threads/drafts').field(draft).expect(201);
  expect(saved.body).toMatchObject({ audience: 'followers', language: 'pt-BR' });
  await actions.post(user, '/threads').send({ content: 'x', audience: 'mentioned' }).expect(400);
  await actions.post(user, '/threads').send({ content: 'x', language: 'en-12' }).expect(400);
});

it('the repair of lists and search documents restores what is not in public lists', async () => {
  const user = await createUser(api);
  const { id } = await write(user, { content: 'Sloe #sloe', audience: 'unlisted' });
  expect(await findDrift(api.databaseUrl)).toEqual([]);
  const { database } = api;
  await database.feedEntry.deleteMany({ where: { threadId: id } });
  await database.threadHashtag.deleteMany({ where: { threadId: id } });
  await database.searchDocument.updateMany({ where: { threadId: id }, data: { isPublic: true } });
  await repair(api.databaseUrl);
  expect(await findDrift(api.databaseUrl)).toEqual([]);
  expect(await database.feedEntry.count({ where: { threadId: id, isListed: false } })).toBe(1);
  expect(await listIds(stranger, '/threads/search?q=sloe')).toEqual([]);
  await database.searchDocument.deleteMany({ where: { threadId: id } });
  await repair(api.databaseUrl);
  expect(await listIds(stranger, '/threads/search?q=sloe')).toEqual([]);
  expect(await listIds(user, '/threads/search?q=sloe')).toEqual([id]);
});
