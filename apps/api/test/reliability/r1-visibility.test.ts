import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { listen } from '../realtime/support.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createPrivateAccount } from '../visibility/private-account.ts';
import type { PrivateAccountScenario } from '../visibility/private-account.ts';

const settings = { adminEmails: [administratorEmail] };

let first: TestApi;
let second: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  // One user sends more requests than allowed.
  first = await startTestApi({ limits: 'off', settings });
  second = await startTestApi({ limits: 'off', databaseUrl: first.databaseUrl, settings });
  actions = createUserActions(first);
});

afterAll(async () => {
  await second.close();
  await first.close();
});

describe('event streams', () => {
  let scenario: PrivateAccountScenario;

  beforeAll(async () => {
    scenario = await createPrivateAccount(first);
  }, 60_000);

  /** Triggers all events: new threads, mentions, replies, quotes, likes, reposts, messages. */
  async function triggerEvents(): Promise<void> {
    const { owner, target, publicThreadId, viewers } = scenario;
    const names = viewers.flatMap(({ user }) => (user === null ? [] : [`@${user.username}`]));
    const content = `zorbathread ${names.join(' ')}`;
    const put = (path: string) => first.request.put(`/api${path}`).set(owner.auth);
    await actions.post(owner, '/threads').send({ content }).expect(201);
    const reply = { content: 'zorbareply', parentThreadId: publicThreadId };
    await actions.post(owner, '/threads').send(reply).expect(201);
    await put(`/threads/${target.threadId}`).send({ content }).expect(200);
    const quote = { quoteContent: 'zorbaquote' };
    await actions.post(owner, `/threads/${publicThreadId}/repost`).send(quote).expect(201);
    const approved = scenario.viewers.find(({ kind }) => kind === 'approved')?.user;
    const message = { receiverId: approved?.id, content: 'zorbamessage' };
    await actions.post(owner, '/chat/send').send(message).expect(201);
  }

  it('send no content of a private account to users who may not see it', async () => {
    const otherUser = await createUser(first);
    const outsiders = scenario.viewers.flatMap(({ kind, user, canRead }) =>
      user === null || canRead ? [] : [{ kind, user }],
    );
    const readers = await Promise.all(
      outsiders.map(async ({ kind, user }) => ({
        kind,
        user,
        stream: await listen(first, user),
      })),
    );
    const approved = scenario.viewers.find(({ kind }) => kind === 'approved')?.user ?? otherUser;
    const approvedStream = await listen(first, approved);
    await triggerEvents();
    const messages = await approvedStream.until('message');
    expect(messages.map(({ content }) => content)).toContain('zorbamessage');
    // This event arrives after all earlier ones.
    for (const { user, stream } of readers) {
      await actions
        .post(otherUser, '/chat/send')
        .send({ receiverId: user.id, content: 'the end' })
        .expect(201);
      await stream.until('message');
    }
    const { owner } = scenario;
    for (const { kind, stream } of readers) {
      const received = JSON.stringify(stream.events).toLowerCase();
      const names = kind.startsWith('block') ? [owner.id, owner.username] : [];
      const leaks = [
        ...(received.match(/zorba\w*/g) ?? []),
        ...names.filter((name) => received.includes(name)),
      ];
      expect({ kind, leaks }).toEqual({ kind, leaks: [] });
    }
  });
});

describe('on another server, at the very next request', () => {
  let owner: User;
  let viewer: User;
  let admin: User;
  let threadId: string;

  beforeAll(async () => {
    owner = await createUser(first);
    viewer = await createUser(first);
    admin = await createAdministrator(first);
    threadId = await insertThread(first.database, owner.id);
  });

  const change = (body: Record<string, unknown>) =>
    first.request.put('/api/users/me').set(owner.auth).send(body).expect(200);

  /** All requests that return the thread, on the other server. */
  async function expectVisible(isVisible: boolean): Promise<void> {
    const onSecond = createUserActions(second);
    const thread = await onSecond.read(viewer, `/threads/${threadId}`);
    if (!isVisible) expectError(thread, 'not_found');
    const like = await onSecond.post(viewer, `/threads/${threadId}/like`).send({ on: true });
    const list = await onSecond.read(viewer, `/users/${owner.id}/threads`);
    const statuses = [thread.status, like.status, list.status];
    expect(statuses).toEqual(isVisible ? [200, 200, 200] : [404, 404, 404]);
    const feed = await onSecond.read(viewer, '/threads?feed=all');
    expect(feed.text.includes(threadId)).toBe(isVisible);
  }

  it('privacy, approval, removal, blocks and suspension take effect', async () => {
    await expectVisible(true);
    await change({ isPrivate: true });
    await expectVisible(false);
    await actions.follow(viewer, owner.id).expect(200);
    await expectVisible(false);
    await actions.approve(owner, await actions.requestId(viewer, owner)).expect(200);
    await expectVisible(true);
    await actions.remove(owner, `/users/me/followers/${viewer.id}`).expect(200);
    await expectVisible(false);
    await change({ isPrivate: false });
    await expectVisible(true);
    await actions.block(owner, viewer.id).expect(200);
    await expectVisible(false);
    await actions.unblock(owner, viewer.id).expect(200);
    await expectVisible(true);
    await actions.block(viewer, owner.id).expect(200);
    await expectVisible(false);
    await actions.unblock(viewer, owner.id).expect(200);
    await expectVisible(true);
    const reason = { reason: 'Spam' };
    await actions.post(admin, `/admin/users/${owner.id}/suspend`).send(reason).expect(200);
    await expectVisible(false);
    await actions.post(admin, `/admin/users/${owner.id}/unsuspend`).send(reason).expect(200);
    await expectVisible(true);
  });
});

describe('invisible and unknown objects', () => {
  const pairs = 80;
  /**
   * Much less than an attacker can measure over a network, and less than any extra step of the
   * server.
   */
  const ratioMax = 1.5;

  const median = (values: number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  it.each<[string, (by: User, id: string, userId: string) => PromiseLike<{ status: number }>]>([
    ['a thread', (by, id) => actions.read(by, `/threads/${id}`)],
    ['its replies', (by, id) => actions.read(by, `/threads/${id}/replies`)],
    ['a like of it', (by, id) => actions.post(by, `/threads/${id}/like`).send({ on: true })],
    ['the threads of a user', (by, _id, userId) => actions.read(by, `/users/${userId}/threads`)],
  ])('cannot be distinguished by response time: %s', async (_name, send) => {
    const owner = await createUser(first, { isPrivate: true });
    const otherUser = await createUser(first);
    const id = await insertThread(first.database, owner.id);
    await insertThread(first.database, owner.id, { parentId: id });
    const hiddenMs: number[] = [];
    const unknownMs: number[] = [];
    const measure = async (times: number[], threadId: string, userId: string) => {
      const begin = performance.now();
      const { status } = await send(otherUser, threadId, userId);
      times.push(performance.now() - begin);
      expect(status).toBe(404);
    };
    // Alternating, so that other load affects both equally.
    for (let pair = 0; pair < pairs; pair += 1) {
      await measure(hiddenMs, id, owner.id);
      await measure(unknownMs, newId(), newId());
    }
    const ratio = median(hiddenMs) / median(unknownMs);
    expect(Math.max(ratio, 1 / ratio)).toBeLessThan(ratioMax);
  });
});
