import { chatMessageSchema, groupDetailsSchema } from '@skein/contracts/chat';
import { groupMembersMax } from '@skein/contracts/group-limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let admin: User;

beforeAll(async () => {
  const defaults = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  if (defaults === null) throw new Error('Rate limits are disabled.');
  const rateLimitRules = {
    ...defaults,
    writes: { max: 10, seconds: 600 },
    groups: { max: 3, seconds: 600 },
    groupInvites: { max: 3, seconds: 600 },
    groupMembers: { max: 4, seconds: 600 },
  };
  api = await startTestApi({ settings: { rateLimitRules } });
  chat = createChatClient(api);
  admin = await createUser(api);
});

afterAll(() => api.close());

const post = (by: User, path: string, body: object) =>
  api.request.post(`/api/chat${path}`).set(by.auth).send(body);

const createLink = (groupId: string) =>
  api.request.put(`/api/chat/groups/${groupId}/invite-link`).set(admin.auth);

it('limits the groups that a user creates, not counting rejected requests', async () => {
  const user = await createUser(api);
  const unknown = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  for (let count = 0; count < 4; count += 1) {
    expectError(await post(user, '/groups', { name: 'x', userIds: [unknown] }), 'not_found');
  }
  for (let count = 0; count < 3; count += 1) await post(user, '/groups', { name: 'x' }).expect(201);
  const { message } = expectError(await post(user, '/groups', { name: 'x' }), 'rate_limited');
  expect(message).toMatch(
    /^You've reached the limit of new groups\. Please try again in \d+ minutes\.$/,
  );
});

describe('the limits of a group', () => {
  it('end guessing of invite links, also with a valid one afterwards', async () => {
    const group = await chat.createGroup(admin, []);
    const { inviteToken: token } = (await createLink(group.id).expect(200)).body as {
      inviteToken: string;
    };
    const guesser = await createUser(api);
    const read = (guess: string) => post(guesser, '/group-invitation', { token: guess });
    const join = (guess: string) => post(guesser, '/group-invitation/join', { token: guess });
    expectError(await read(token.slice(1)), 'not_found');
    expectError(await join(`${token}a`), 'not_found');
    expectError(await join(token.toLowerCase()), 'not_found');
    expectError(await join(token), 'rate_limited');
    expectError(await read(token), 'rate_limited');
    await post(await createUser(api), '/group-invitation/join', { token }).expect(200);
  });

  it('accept the last member by the link, and not one more', async () => {
    const group = await chat.createGroup(admin, []);
    const { inviteToken: token } = (await createLink(group.id).expect(200)).body as {
      inviteToken: string;
    };
    const others = groupMembersMax - 2;
    await api.database.$executeRaw`
      WITH added AS (INSERT INTO users (id, email, name, username, password_hash)
        SELECT uuidv7(), 'full' || i || '@x.org', 'Full', 'full' || i, 'x'
        FROM generate_series(1, ${others}::int) i RETURNING id)
      INSERT INTO conversation_members (conversation_id, user_id) SELECT ${group.id}::uuid, id FROM added`;
    const last = [await createUser(api), await createUser(api)];
    const joined = await Promise.all(
      last.map((user) => post(user, '/group-invitation/join', { token })),
    );
    expect(joined.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const members = { where: { conversationId: group.id } };
    expect(await api.database.conversationMember.count(members)).toBe(groupMembersMax);
  });

  it('end floods of reactions', async () => {
    const user = await createUser(api);
    const sent = await chat.sendTo(admin, (await chat.createGroup(admin, [user])).id).expect(201);
    const { id } = chatMessageSchema.parse(sent.body);
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const { status } = await chat.react(user, id, index % 2 === 0 ? '🧶' : '👍');
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });

  it('count the users that somebody adds, in one group or several', async () => {
    const adder = await createUser(api);
    const users = await Promise.all(Array.from({ length: 5 }, () => createUser(api)));
    const add = (members: readonly User[]) =>
      post(adder, '/groups', { name: 'A', userIds: members.map(({ id }) => id) });
    const created = await add(users.slice(0, 2)).expect(201);
    expect(groupDetailsSchema.parse(created.body).membersCount).toBe(3);
    await add(users.slice(2, 4)).expect(201);
    expectError(await add(users.slice(4)), 'rate_limited');
    await add([]).expect(201);
  });
});
