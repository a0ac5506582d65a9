import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { createChatActs, recordSignals } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;
let own: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
});

beforeEach(async () => {
  own = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

async function sentThree(): Promise<[string, string, string]> {
  const ids: string[] = [];
  for (const content of ['one', 'two', 'three']) {
    ids.push((await chat.sent(other, own, { content })).id);
  }
  const [first = '', second = '', third = ''] = ids;
  return [first, second, third];
}

const readMarks = async (by: User, to: User) =>
  (await chat.page(by, to)).content.map(({ isRead }) => isRead);

const settingsOf = async (by: User, to: User) => (await chat.page(by, to)).settings;

describe('marking as read', () => {
  it('goes up to a message, and to the end with a person', async () => {
    const [, second, third] = await sentThree();
    const { signals, stop } = recordSignals(api);
    const answer = await chat.markRead(own, second).expect(200);
    expect(answer.body).toMatchObject({ success: true, unreadCount: 1 });
    expect(await chat.unread(own)).toBe(1);
    expect(await readMarks(other, own)).toEqual([true, true, false]);
    expect((await chat.page(other, own)).seenUpTo).toBe(second);
    const all = await chat.markRead(own, other.id).expect(200);
    stop();
    expect(all.body).toMatchObject({ unreadCount: 0 });
    expect(await readMarks(own, other)).toEqual([true, true, true]);
    expect((await chat.page(other, own)).seenUpTo).toBe(third);
    const read = { kind: 'read', readerId: own.id, partnerId: other.id };
    expect(signals).toEqual([
      { ...read, upTo: second },
      { ...read, upTo: third },
    ]);
  });

  it('never goes back, and tells nobody when nothing has changed', async () => {
    const [first] = await sentThree();
    await chat.markRead(own, other.id).expect(200);
    const { signals, stop } = recordSignals(api);
    for (const id of [first, other.id]) {
      expect((await chat.markRead(own, id).expect(200)).body).toMatchObject({ unreadCount: 0 });
    }
    stop();
    expect(signals).toEqual([]);
    expect(await readMarks(other, own)).toEqual([true, true, true]);
  });

  it('begins anew with the next message', async () => {
    await sentThree();
    await chat.markRead(own, other.id).expect(200);
    await chat.sent(own, other);
    await chat.sent(other, own);
    expect(await chat.unread(own)).toBe(1);
    expect(await chat.unread(other)).toBe(1);
  });

  it('is nothing with somebody to whom nothing was written yet', async () => {
    expect((await chat.markRead(own, other.id).expect(200)).body).toMatchObject({ unreadCount: 0 });
  });

  it('is not possible for what one sent, for what others got, and for what never was', async () => {
    const [, , third] = await sentThree();
    const stranger = await createUser(api);
    expectError(await chat.markRead(other, third), 'not_found');
    expectError(await chat.markRead(stranger, third), 'not_found');
    expectError(await chat.markRead(own, newId()), 'not_found');
    expectError(await chat.markRead(own, 'nothing'), 'not_found');
    expectError(await api.request.put(`/api/chat/mark-read/${third}`), 'unauthenticated');
    expect(await chat.unread(own)).toBe(3);
    expect(await readMarks(other, own)).toEqual([false, false, false]);
  });
});

describe('across a block', () => {
  it.each<[string, () => [User, User]]>([
    ['by who reads', () => [own, other]],
    ['by who is read', () => [other, own]],
  ])('made %s, the other learns of nothing that is read or written', async (_, people) => {
    const [first, second, third] = await sentThree();
    await chat.markRead(own, first).expect(200);
    const acts = createActs(api);
    const [blocker, blocked] = people();
    await acts.block(blocker, blocked.id).expect(200);
    const before = await chat.page(other, own);
    const { signals, stop } = recordSignals(api);
    expect((await chat.markRead(own, second).expect(200)).body).toMatchObject({ unreadCount: 1 });
    expect((await chat.markRead(own, other.id).expect(200)).body).toMatchObject({ unreadCount: 0 });
    await chat.markRead(own, third).expect(200);
    expectError(await chat.type(blocker, blocked.id), 'not_found');
    expectError(await chat.type(blocked, blocker.id), 'not_found');
    stop();
    const changed = { kind: 'conversation', userId: own.id, partnerId: other.id };
    expect(signals).toEqual([changed, changed]);
    expect(await chat.page(other, own)).toEqual(before);
    expect(await readMarks(other, own)).toEqual([true, false, false]);
    expect((await chat.conversations(other))[0]?.lastMessage?.isRead).toBe(false);
    // For the viewer it is read.
    expect(await readMarks(own, other)).toEqual([true, true, true]);
    expect(await chat.unread(own)).toBe(0);
    await acts.unblock(blocker, blocked.id).expect(200);
    expect(await readMarks(other, own)).toEqual([true, false, false]);
    await chat.sent(other, own);
    await chat.markRead(own, other.id).expect(200);
    expect(await readMarks(other, own)).toEqual([true, true, true, true]);
  });
});

describe("a person's other browsers", () => {
  it('are told when a conversation is set or cleared, and nobody else is', async () => {
    await sentThree();
    const { signals, stop } = recordSignals(api);
    await chat.set(own, other.id, { isMuted: false }).expect(200);
    await chat.clear(own, other.id.toUpperCase()).expect(200);
    const stranger = await createUser(api);
    await chat.clear(own, stranger.id).expect(200);
    stop();
    const changed = { kind: 'conversation', userId: own.id, partnerId: other.id };
    expect(signals).toEqual([changed, changed]);
  });
});

describe('an ignored conversation', () => {
  it('has nothing unread, and who is ignored is told of nothing', async () => {
    await sentThree();
    const answer = await chat.set(own, other.id, { isIgnored: true }).expect(200);
    expect(answer.body).toMatchObject({ settings: { isMuted: true, isIgnored: true } });
    expect(await chat.unread(own)).toBe(0);
    await chat.sent(other, own);
    expect(await chat.unread(own)).toBe(0);
    const { signals, stop } = recordSignals(api);
    await chat.markRead(own, other.id).expect(200);
    await chat.type(other, own.id).expect(200);
    stop();
    expect(signals).toEqual([]);
    expect(await readMarks(own, other)).toEqual([true, true, true, true]);
    expect(await readMarks(other, own)).toEqual([false, false, false, false]);
    const deliveries = await api.services.chat.inbox.list(own.id, 3, 10);
    expect(deliveries.map(({ message }) => message.isRead)).toEqual([true]);
  });

  it('counts what comes from when it is ignored no more', async () => {
    await chat.set(own, other.id, { isIgnored: true }).expect(200);
    await sentThree();
    await chat.set(own, other.id, { isIgnored: false }).expect(200);
    expect(await chat.unread(own)).toBe(0);
    await chat.sent(other, own);
    expect(await chat.unread(own)).toBe(1);
    expect(await readMarks(own, other)).toEqual([true, true, true, false]);
    expect(await readMarks(other, own)).toEqual([false, false, false, false]);
    await chat.markRead(own, other.id).expect(200);
    expect(await readMarks(other, own)).toEqual([true, true, true, true]);
  });
});

describe('settings', () => {
  it('are one’s own, and stay where they are not named', async () => {
    await chat.set(own, other.id, { isMuted: false }).expect(200);
    await chat.set(own, other.id, { isIgnored: 'true' }).expect(200);
    await chat.set(own, other.id, {}).expect(200);
    expect(await settingsOf(own, other)).toEqual({ isMuted: false, isIgnored: true });
    expect(await settingsOf(other, own)).toEqual({ isMuted: true, isIgnored: false });
    expect(await chat.conversations(own)).toEqual([]);
    await chat.sent(other, own);
    const [entry] = await chat.conversations(own);
    expect(entry).toMatchObject({
      unreadCount: 0,
      settings: { isMuted: false, isIgnored: true },
    });
  });

  it('can be changed across a block while there is a conversation', async () => {
    await sentThree();
    await createActs(api).block(other, own.id).expect(200);
    await chat.set(own, other.id, { isIgnored: true }).expect(200);
  });

  it('are refused when they are none, and without a session', async () => {
    expectError(await chat.set(own, other.id, { isMuted: 'perhaps' }), 'validation_failed');
    const path = `/api/chat/conversation/${other.id}/settings`;
    expectError(await api.request.put(path).send({ isMuted: true }), 'unauthenticated');
  });
});

describe('clearing', () => {
  it('takes everything away for oneself alone', async () => {
    const [first, , third] = await sentThree();
    await chat.clear(own, other.id).expect(200);
    expect(await chat.conversations(own)).toEqual([]);
    expect((await chat.page(own, other)).content).toEqual([]);
    expect(await chat.unread(own)).toBe(0);
    expect(await api.services.chat.inbox.list(own.id, 0, 10)).toEqual([]);
    expectError(await chat.markRead(own, first), 'not_found');
    expect((await chat.page(other, own)).content).toHaveLength(3);
    expect((await chat.conversations(other))[0]?.lastMessage?.id).toBe(third);
    // Not to be seen is not to be read.
    expect(await readMarks(other, own)).toEqual([false, false, false]);
  });

  it('lets it begin anew, from the next message on', async () => {
    await sentThree();
    await chat.clear(own, other.id).expect(200);
    await chat.sent(other, own, { content: 'new' });
    const page = await chat.page(own, other, '?size=1');
    expect(page).toMatchObject({ last: true, nextCursor: null });
    expect(page.content.map(({ content }) => content)).toEqual(['new']);
    expect((await chat.conversations(own))[0]).toMatchObject({ unreadCount: 1 });
    await chat.clear(own, other.id).expect(200);
    await chat.clear(own, other.id).expect(200);
    expect(await chat.conversations(own)).toEqual([]);
  });

  it('is no mistake where there is nothing, and needs a session', async () => {
    await chat.clear(own, other.id).expect(200);
    const path = `/api/chat/conversation/${other.id}`;
    expectError(await api.request.delete(path), 'unauthenticated');
  });
});

it('after all that, every count is right', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
