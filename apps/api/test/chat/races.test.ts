import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let actions: ReturnType<typeof createUserActions>;
let user: User;
let other: User;

beforeAll(async () => {
  // One user sends more messages than allowed.
  api = await startTestApi({ limits: 'off' });
  chat = createChatClient(api);
  actions = createUserActions(api);
});

beforeEach(async () => {
  user = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

type SentRequest = PromiseLike<{ status: number }>;

/** The statuses of requests that run concurrently. */
async function getStatuses(requests: SentRequest[]): Promise<number[]> {
  const responses = await Promise.all(requests);
  return responses.map(({ status }) => status);
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const listSeqs = async () => {
  const messages = await api.database.message.findMany({
    where: { senderId: { in: [user.id, other.id] } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return messages.map(({ seq }) => seq);
};

const expectNoDrift = async () => expect(await findCounterDrift(api.databaseUrl)).toEqual([]);

it('numbers a hundred concurrent messages without gaps and counts each once', async () => {
  const statuses = await getStatuses([
    ...times(50, () => chat.send(user, other.id)),
    ...times(50, () => chat.send(other, user.id)),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await listSeqs()).toEqual(times(100, (index) => index + 1));
  expect([await chat.countUnread(user), await chat.countUnread(other)]).toEqual([50, 50]);
  for (const { id } of [user, other]) {
    const deliveries = await api.services.chat.inbox.list(id, 0, 500);
    expect(deliveries.map(({ seq }) => seq)).toEqual(times(100, (index) => index + 1));
    expect(new Set(deliveries.map(({ message }) => message.id)).size).toBe(100);
  }
  await expectNoDrift();
});

it('stores one message when the same message is sent twenty times concurrently', async () => {
  const body = { clientMessageId: 'one' };
  const responses = await Promise.all(times(20, () => chat.send(user, other.id, body)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(await listSeqs()).toEqual([1]);
  expect(await chat.countUnread(other)).toBe(1);
  await expectNoDrift();
});

it('stores one message when a clientMessageId is used for two receivers concurrently', async () => {
  const third = await createUser(api);
  const statuses = await getStatuses(
    times(10, (index) =>
      chat.send(user, index % 2 === 0 ? other.id : third.id, { clientMessageId: 'x' }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(await listSeqs()).toEqual([1]);
  await expectNoDrift();
});

it('attaches a file to one message only when several use it concurrently', async () => {
  const mediaUrl = await chat.uploadImage(user);
  const statuses = await getStatuses(
    times(6, () => chat.send(user, other.id, { messageType: 'image', mediaUrl })),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400]);
  expect(await listSeqs()).toEqual([1]);
  await expectNoDrift();
});

it('does not deadlock when users write to each other in a ring', async () => {
  const users = await Promise.all(times(5, () => createUser(api)));
  const pairs = users.flatMap((from) =>
    users.filter((candidate) => candidate !== from).map((to) => [from, to] as const),
  );
  const statuses = await getStatuses(
    times(5, () => pairs.map(([from, to]) => chat.send(from, to.id))).flat(),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  for (const member of users) {
    expect(await chat.countUnread(member)).toBe(20);
    const deliveries = await api.services.chat.inbox.list(member.id, 0, 500);
    expect(deliveries.map(({ seq }) => seq)).toEqual(times(40, (index) => index + 1));
  }
  await expectNoDrift();
});

it('keeps counters correct during concurrent sending, reading, deleting, clearing and ignoring', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await chat.sendMessage(user, other)).id);
    const [first = '', second = '', third = ''] = ids;
    const statuses = await getStatuses([
      ...times(6, () => chat.send(user, other.id)),
      chat.markRead(other, second),
      chat.deleteMessage(user, first),
      chat.deleteMessage(user, second),
      chat.deleteMessage(user, third),
      chat.markRead(other, user.id),
      ...times(4, () => chat.send(other, user.id)),
      chat.updateSettings(other, user.id, { isIgnored: round % 2 === 0 }),
      ...(round === 3 ? [chat.clear(other, user.id)] : []),
    ]);
    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    await expectNoDrift();
  }
});

it('sends no message in either direction after a block', async () => {
  for (let round = 0; round < 5; round += 1) {
    const partner = await createUser(api);
    const statuses = await getStatuses([
      ...times(5, () => chat.send(user, partner.id)),
      actions.block(partner, user.id),
      ...times(5, () => chat.send(partner, user.id)),
    ]);
    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    const count = () => api.database.message.count({ where: { senderId: user.id } });
    const before = await count();
    expect(await getStatuses([chat.send(user, partner.id)])).toEqual([404]);
    expect(await count()).toBe(before);
  }
  await expectNoDrift();
});

it('leaves nothing of a conversation whose account is deleted during requests', async () => {
  for (let round = 0; round < 4; round += 1) {
    const leaving = await createUser(api);
    const sent = await chat.sendMessage(leaving, other);
    const received = await chat.sendMessage(other, leaving);
    const statuses = await getStatuses([
      ...times(6, () => chat.send(other, leaving.id)),
      actions.remove(leaving, '/users/me').send({ password: leaving.password }),
      ...times(6, () => chat.send(leaving, other.id)),
      chat.markRead(other, leaving.id),
      chat.updateSettings(other, leaving.id, { isMuted: false }),
      chat.deleteMessage(leaving, sent.id),
      chat.deleteMessage(other, received.id),
      chat.clear(other, leaving.id),
    ]);
    expect(statuses.filter((status) => ![200, 201, 401, 404].includes(status))).toEqual([]);
    const [deleted] = await api.database.user.findMany({ where: { id: leaving.id } });
    expect(deleted).toBeUndefined();
    expect(await chat.countUnread(other)).toBe(0);
    expect(await chat.listConversations(other)).toEqual([]);
    expect(await api.services.chat.inbox.list(other.id, 0, 500)).toEqual([]);
  }
  await expectNoDrift();
});
