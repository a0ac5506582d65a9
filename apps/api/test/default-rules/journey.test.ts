import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatClient } from '../chat/support.ts';
import { signInWithApp } from '../oauth/support.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { listThreads } from '../support/list-threads.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import type { ThreadForm } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { unzip } from '../support/http/unzip.ts';

const hourMs = 60 * 60 * 1000;

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let ann: User;
let ben: User;
let image: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  [ann, ben] = [await createUser(api), await createUser(api)];
  image = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

const parts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ content: `Part ${index + 1}` }));

const postChain = (as: User, count: number) =>
  actions.post(as, '/threads/chain').send({ parts: parts(count) });

/** Consumed points of the daily limit of posts. */
async function countPosts({ id }: User): Promise<number> {
  const key = `posts:user:${id}`;
  return (await api.database.rateLimit.findFirst({ where: { key } }))?.points ?? 0;
}

const get = async <Body>(as: User, path: string): Promise<Body> =>
  (await actions.read(as, path).expect(200)).body as Body;

describe('a new account', () => {
  it('publishes a chain, which counts as many posts as it has parts', async () => {
    const writer = await createUser(api);
    await postChain(writer, 7).expect(201);
    expect(await countPosts(writer)).toBe(7);
    await publish(api, writer, { fields: { content: 'One more' } });
    expect(await countPosts(writer)).toBe(8);
  });

  it('publishes scheduled chains and threads', async () => {
    const writer = await createUser(api);
    const scheduledAt = new Date(api.clock.now().getTime() + hourMs).toISOString();
    const chain = { parts: parts(5), scheduledAt };
    await actions.post(writer, '/threads/scheduled/chain').send(chain).expect(201);
    const thread = { content: 'Later', scheduledAt };
    await actions.post(writer, '/threads/scheduled').send(thread).expect(201);
    api.clock.advance(2 * hourMs);
    await api.services.threads.publishDueThreads();
    expect(await get(writer, '/threads/scheduled')).toEqual([]);
    expect(await listThreads(api.database, writer.id)).toHaveLength(6);
    expect(await countPosts(writer)).toBe(6);
  });

  it('reaches the daily limit of posts, which rejected requests do not change', async () => {
    const writer = await createUser(api);
    const max = api.services.settings.rateLimitRules?.posts.max ?? 0;
    await postChain(writer, 2).expect(201);
    const key = `posts:user:${writer.id}`;
    await api.database.rateLimit.update({ where: { key }, data: { points: max - 3 } });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expectError(await postChain(writer, 4), 'rate_limited');
      expectError(await postThread(api, writer, { fields: { content: '' } }), 'validation_failed');
      const missing = { content: 'x', parentThreadId: writer.id };
      expectError(await postThread(api, writer, { fields: missing }), 'not_found');
      expect(await countPosts(writer)).toBe(max - 3);
    }
    await postChain(writer, 3).expect(201);
    expectError(await postThread(api, writer, { fields: { content: 'x' } }), 'rate_limited');
    expect(await countPosts(writer)).toBe(max);
  });

  it('writes, edits, schedules drafts and deletes threads with files, polls and links', async () => {
    const form: ThreadForm = { fields: { content: 'See https://skein.example #wool' } };
    const thread = await publish(api, ann, form);
    await actions.put(ann, `/threads/${thread.id}`).field({ content: 'See #wool' }).expect(200);
    const path = '/api/threads/multiple-media';
    await publish(api, ann, { path, fields: { content: 'Files' }, files: [image, image] });
    const poll = { question: 'Tea?', options: ['Yes', 'No'], durationMinutes: 60 };
    const fields = { content: 'A poll', poll: JSON.stringify(poll) };
    const withPoll = await publish(api, ann, { fields });
    const optionIds = [withPoll.poll?.options[0]?.id];
    await actions.post(ben, `/threads/${withPoll.id}/poll/vote`).send({ optionIds }).expect(200);
    await actions
      .post(ann, '/threads/drafts')
      .send({ parts: parts(2) })
      .expect(201);
    await actions.remove(ann, `/threads/${withPoll.id}`).expect(200);
  });

  it('replies, likes, reacts, reposts, quotes, bookmarks and pins', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'Root' } });
    await publish(api, ben, { fields: { content: `For @${ann.username}`, parentThreadId: id } });
    await actions.post(ben, `/threads/${id}/like`).expect(200);
    await actions.post(ben, `/threads/${id}/reaction?reactionType=wow`).expect(200);
    await actions.post(ben, `/threads/${id}/repost`).send({ on: true }).expect(200);
    const quote = { content: 'Quoted', quotedThreadId: id };
    await actions.post(ben, '/threads/quote-repost').send(quote).expect(201);
    await actions.post(ben, '/bookmark-folders').send({ name: 'Later' }).expect(201);
    await actions.post(ben, `/threads/${id}/bookmark`).expect(200);
    await actions.post(ann, `/threads/${id}/pin`).expect(200);
    expect(await readThread(api, ann, id)).toMatchObject({
      repliesCount: 1,
      quotesCount: 1,
      repostsCount: 1,
    });
    const types = ['reply', 'like', 'reaction', 'repost', 'quote'];
    const { content } = await get<{ content: { type: string }[] }>(ann, '/notifications');
    expect(content.map(({ type }) => type)).toEqual(expect.arrayContaining(types));
  });

  it('follows, mutes and blocks users and hashtags, and uses lists and filters', async () => {
    const writer = await createUser(api);
    await actions.follow(writer, ann.id).expect(200);
    await actions.post(writer, '/hashtags/wool/follow').expect(200);
    const list = await actions.post(writer, '/lists').send({ name: 'Friends' }).expect(201);
    const { id } = list.body as { id: string };
    await actions.put(writer, `/lists/${id}/members/${ann.id}`).send({}).expect(200);
    await actions
      .post(writer, '/filters')
      .send({ phrase: 'x', contexts: ['feeds'] })
      .expect(201);
    await get(writer, '/threads?feed=following');
    await get(writer, `/lists/${id}/threads`);
    const other = await createUser(api);
    await actions.mute(writer, other.id).expect(200);
    await actions.block(writer, other.id).expect(200);
    const report = { targetType: 'user', targetId: other.id, reason: 'spam' };
    await actions.post(writer, '/reports').send(report).expect(201);
  });

  it('sends messages with files, and creates a group', async () => {
    const chat = createChatClient(api);
    await chat.sendMessage(ann, ben);
    const attachments = [{ mediaUrl: await chat.uploadImage(ann) }];
    await chat.sendMessage(ann, ben, { messageType: 'image', attachments });
    const group = { name: 'Knitting', userIds: [ben.id] };
    const created = await actions.post(ann, '/chat/groups').send(group).expect(201);
    const { id } = created.body as { id: string };
    await chat.sendTo(ann, id).expect(201);
    expect(await chat.listConversations(ben, '?groups=true')).toHaveLength(2);
  });

  it('searches, and finds the threads of a profile and hashtag', async () => {
    await publish(api, ann, { fields: { content: 'Searchable #yarn' } });
    await get(ben, '/threads/search?q=searchable');
    await get(ben, `/users/search?q=${ann.username}`);
    await get(ben, '/threads/hashtag/yarn');
    const threads = await actions.read(ben, `/users/${ann.id}/threads?tab=threads`);
    expect(threads.status).toBe(200);
  });

  it('changes the profile, exports everything and imports follows', async () => {
    const profile = actions.put(ann, '/users/me').field({ bio: 'Knits' });
    await profile.attach('profileImage', image, 'a.png').expect(200);
    expect([...(await unzip((await downloadExport(api, ann)).archive)).keys()]).toContain(
      'following_accounts.csv',
    );
    const reader = await createUser(api);
    const file = Buffer.from(`Account address\n${ann.username}@skein.test\n`);
    const upload = actions.post(reader, '/users/me/imports').field({ kind: 'follows' });
    const preview = await upload.field({ mode: 'merge' }).attach('file', file, 'a.csv').expect(201);
    const { id } = preview.body as { id: string };
    await actions.post(reader, `/users/me/imports/${id}/start`).expect(200);
    await api.services.imports.continueAll();
    expect(await get(reader, '/users/me/imports')).toMatchObject([{ processedCount: 1 }]);
  });

  it('signs in to an app, which publishes and reads', async () => {
    const { auth } = await signInWithApp(api, ben);
    const status = { status: 'From an app' };
    await api.request.post('/api/v1/statuses').set(auth).send(status).expect(200);
    await api.request.get('/api/v1/timelines/home').set(auth).expect(200);
  });

  it('manages its sessions and deletes the account', async () => {
    const { email, password } = await createUser(api);
    const login = await api.request.post('/api/auth/login').send({ email, password }).expect(200);
    const { token } = login.body as { token: string };
    const auth = { Authorization: `Bearer ${token}` };
    await api.request.get('/api/auth/sessions').set(auth).expect(200);
    await api.request.delete('/api/users/me').set(auth).send({ password }).expect(200);
  });
});

it('a new owner handles reports, invites users and creates webhooks', async () => {
  const owner = await createUser(api);
  await api.database.user.update({ where: { id: owner.id }, data: { role: 'owner' } });
  const { id } = await publish(api, ben, { fields: { content: 'Reported' } });
  const report = { targetType: 'thread', targetId: id, reason: 'spam' };
  await actions.post(ann, '/reports').send(report).expect(201);
  await get(owner, '/admin/reports');
  await actions.remove(owner, `/admin/threads/${id}`).send({ reason: 'Spam' }).expect(200);
  const invitation = { days: 7, usesMax: 1 };
  await actions.post(owner, '/admin/invitations').send(invitation).expect(201);
  const webhook = { url: 'https://receiver.example/hook', events: ['account.registered'] };
  await actions.post(owner, '/admin/webhooks').send(webhook).expect(201);
});

it('a visitor registers, and reads public pages', async () => {
  const password = 'correct horse battery';
  const registration = {
    firstName: 'Visitor',
    lastName: 'One',
    email: 'visitor@example.org',
    password,
    confirmPassword: password,
  };
  await api.request.post('/api/auth/register').send(registration).expect(201);
  for (const path of ['/api/instance', '/api/health', '/.well-known/nodeinfo']) {
    await api.request.get(path).expect(200);
  }
});
