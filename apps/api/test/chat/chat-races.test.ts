import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { createChatActs } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;
let acts: ReturnType<typeof createActs>;
let own: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
  acts = createActs(api);
});

beforeEach(async () => {
  own = await createUser(api);
  other = await createUser(api);
});

afterAll(() => api.close());

type Sent = PromiseLike<{ status: number }>;

/** The statuses of requests that are all under way at once. */
async function statusesOf(requests: Sent[]): Promise<number[]> {
  const answers = await Promise.all(requests);
  return answers.map(({ status }) => status);
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const listSeqs = async () => {
  const messages = await api.database.message.findMany({
    where: { senderId: { in: [own.id, other.id] } },
    orderBy: { seq: 'asc' },
    select: { seq: true },
  });
  return messages.map(({ seq }) => seq);
};

const expectNoDrift = async () => expect(await findCounterDrift(api.databaseUrl)).toEqual([]);

it('a hundred messages both ways at once: numbered without a gap, each counted once', async () => {
  const statuses = await statusesOf([
    ...times(50, () => chat.send(own, other.id)),
    ...times(50, () => chat.send(other, own.id)),
  ]);
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(await listSeqs()).toEqual(times(100, (index) => index + 1));
  expect([await chat.unread(own), await chat.unread(other)]).toEqual([50, 50]);
  for (const { id } of [own, other]) {
    const deliveries = await api.services.chat.inbox.list(id, 0, 500);
    expect(deliveries.map(({ seq }) => seq)).toEqual(times(100, (index) => index + 1));
    expect(new Set(deliveries.map(({ message }) => message.id)).size).toBe(100);
  }
  await expectNoDrift();
});

it('the same message twenty times at once is one', async () => {
  const body = { clientMessageId: 'one' };
  const answers = await Promise.all(times(20, () => chat.send(own, other.id, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await listSeqs()).toEqual([1]);
  expect(await chat.unread(other)).toBe(1);
  await expectNoDrift();
});

it('one name for two receivers at once is one message', async () => {
  const third = await createUser(api);
  const statuses = await statusesOf(
    times(10, (index) =>
      chat.send(own, index % 2 === 0 ? other.id : third.id, { clientMessageId: 'x' }),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([201, 409]));
  expect(await listSeqs()).toEqual([1]);
  await expectNoDrift();
});

it('one file for two messages at once is in one', async () => {
  const mediaUrl = await chat.upload(own);
  const statuses = await statusesOf(
    times(6, () => chat.send(own, other.id, { messageType: 'image', mediaUrl })),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400, 400]);
  expect(await listSeqs()).toEqual([1]);
  await expectNoDrift();
});

it('people who write to each other in a ring wait in none', async () => {
  const people = await Promise.all(times(5, () => createUser(api)));
  const pairs = people.flatMap((from) =>
    people.filter((p) => p !== from).map((to) => [from, to] as const),
  );
  const statuses = await statusesOf(
    times(5, () => pairs.map(([from, to]) => chat.send(from, to.id))).flat(),
  );
  expect(new Set(statuses)).toEqual(new Set([201]));
  for (const person of people) {
    expect(await chat.unread(person)).toBe(20);
    const deliveries = await api.services.chat.inbox.list(person.id, 0, 500);
    expect(deliveries.map(({ seq }) => seq)).toEqual(times(40, (index) => index + 1));
  }
  await expectNoDrift();
});

it('sending, reading, taking back, clearing and ignoring at once count right', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await chat.sent(own, other)).id);
    const [first = '', second = '', third = ''] = ids;
    const statuses = await statusesOf([
      ...times(6, () => chat.send(own, other.id)),
      chat.markRead(other, second),
      chat.takeBack(own, first),
      chat.takeBack(own, second),
      chat.takeBack(own, third),
      chat.markRead(other, own.id),
      ...times(4, () => chat.send(other, own.id)),
      chat.set(other, own.id, { isIgnored: round % 2 === 0 }),
      ...(round === 3 ? [chat.clear(other, own.id)] : []),
    ]);
    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    await expectNoDrift();
  }
});

it('nothing is sent after a block, whichever way', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await createUser(api);
    const statuses = await statusesOf([
      ...times(5, () => chat.send(own, person.id)),
      acts.block(person, own.id),
      ...times(5, () => chat.send(person, own.id)),
    ]);
    expect(statuses.filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    const count = () => api.database.message.count({ where: { senderId: own.id } });
    const before = await count();
    expect(await statusesOf([chat.send(own, person.id)])).toEqual([404]);
    expect(await count()).toBe(before);
  }
  await expectNoDrift();
});

it('either account may be deleted meanwhile, and nothing of it stays', async () => {
  for (let round = 0; round < 4; round += 1) {
    const leaving = await createUser(api);
    const left = await chat.sent(leaving, other);
    const answer = await chat.sent(other, leaving);
    const statuses = await statusesOf([
      ...times(6, () => chat.send(other, leaving.id)),
      acts.remove(leaving, '/users/me').send({ password: leaving.password }),
      ...times(6, () => chat.send(leaving, other.id)),
      chat.markRead(other, leaving.id),
      chat.set(other, leaving.id, { isMuted: false }),
      chat.takeBack(leaving, left.id),
      chat.takeBack(other, answer.id),
      chat.clear(other, leaving.id),
    ]);
    expect(statuses.filter((status) => ![200, 201, 401, 404].includes(status))).toEqual([]);
    const [gone] = await api.database.user.findMany({ where: { id: leaving.id } });
    expect(gone).toBeUndefined();
    expect(await chat.unread(other)).toBe(0);
    expect(await chat.conversations(other)).toEqual([]);
    expect(await api.services.chat.inbox.list(other.id, 0, 500)).toEqual([]);
  }
  await expectNoDrift();
});
