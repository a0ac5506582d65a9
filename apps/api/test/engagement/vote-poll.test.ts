import { votePoll } from '@skein/contracts/engagement';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { insertUser, insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let author: User;
let viewer: User;

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  author = await createUser(api);
  viewer = await createUser(api);
});

afterAll(() => api.close());

async function createPoll(options: { multiple?: boolean; as?: User } = {}) {
  const { multiple = false, as = author } = options;
  const poll = { question: 'Which?', options: ['A', 'B', 'C'], multiple, durationMinutes: 5 };
  const thread = await publish(api, as, { fields: { poll: JSON.stringify(poll) } });
  return { id: thread.id, optionIds: (thread.poll?.options ?? []).map(({ id }) => id) };
}

const send = (id: string, optionIds: unknown, as = viewer) =>
  api.request.post(`/api/threads/${id}/poll/vote`).set(as.auth).send({ optionIds });

async function vote(id: string, optionIds: unknown, as = viewer) {
  const response = await send(id, optionIds, as).expect(200);
  return votePoll.response.strict().parse(response.body).poll;
}

describe('POST /threads/{threadId}/poll/vote', () => {
  it('counts the vote once and returns the poll', async () => {
    const { id, optionIds } = await createPoll();
    const poll = await vote(id, optionIds.slice(1, 2));
    expect(poll).toMatchObject({ totalVotes: 1, myOptionIds: [optionIds[1]], isClosed: false });
    expect(poll.options.map(({ votesCount }) => votesCount)).toEqual([0, 1, 0]);
    expectError(await send(id, optionIds.slice(0, 1)), 'conflict');
    expect((await readThread(api, viewer, id)).poll).toEqual(poll);
    expect(await vote(id, optionIds.slice(1, 2), author)).toMatchObject({ totalVotes: 2 });
  });

  it('accepts several options if the poll allows them', async () => {
    const { id, optionIds } = await createPoll({ multiple: true });
    const poll = await vote(id, optionIds.slice(1));
    expect(poll.totalVotes).toBe(1);
    expect(poll.options.map(({ votesCount }) => votesCount)).toEqual([0, 1, 1]);
    expect(poll.myOptionIds.toSorted()).toEqual(optionIds.slice(1).toSorted());
  });

  it('counts one of several concurrent votes of a user', async () => {
    const { id, optionIds } = await createPoll();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, number) => send(id, [optionIds[number % 3]])),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    expect((await readThread(api, viewer, id)).poll?.totalVotes).toBe(1);
  });

  it('counts the concurrent votes of all users', async () => {
    const { id, optionIds } = await createPoll({ multiple: true });
    const voters = await Promise.all(Array.from({ length: 20 }, () => createUser(api)));
    await Promise.all(
      voters.map((voter, number) =>
        vote(id, number % 2 === 0 ? optionIds : optionIds.toReversed(), voter),
      ),
    );
    const { poll } = await readThread(api, viewer, id);
    expect(poll?.options.map(({ votesCount }) => votesCount)).toEqual([20, 20, 20]);
  });
});

describe('a rejected vote', () => {
  it('returns 401 without a session', async () => {
    const path = `/api/threads/${newId()}/poll/vote`;
    expectError(await api.request.post(path).send({ optionIds: 7 }), 'unauthenticated');
  });

  it('returns 400 for invalid options', async () => {
    const { id, optionIds } = await createPoll();
    const other = await createPoll();
    const [first] = optionIds;
    const inputs = [
      undefined,
      [],
      first,
      ['nonsense'],
      [first, first],
      optionIds,
      [newId()],
      [other.optionIds[0]],
      Array.from({ length: 7 }, newId),
      { 0: first },
    ];
    for (const input of inputs) expectError(await send(id, input), 'validation_failed');
    const { poll } = await readThread(api, viewer, id);
    expect(poll).toMatchObject({ totalVotes: 0, myOptionIds: [] });
  });

  it('returns 404 for a thread without a poll, a hidden one and a deleted one', async () => {
    const hidden = await createUser(api, { isPrivate: true });
    const hiddenPoll = await createPoll({ as: hidden });
    const deleted = await createPoll();
    await insertThread(api.database, viewer.id, { parentId: deleted.id });
    await api.request.delete(`/api/threads/${deleted.id}`).set(author.auth).expect(200);
    const withoutPoll = await insertThread(api.database, await insertUser(api.database));
    for (const id of [newId(), 'nonsense', withoutPoll, hiddenPoll.id, deleted.id]) {
      expectError(await send(id, [newId()]), 'not_found');
    }
  });

  it('returns 409 for a closed poll', async () => {
    const { id, optionIds } = await createPoll();
    api.clock.advance(5 * 60_000);
    expectError(await send(id, [newId()]), 'validation_failed');
    expectError(await send(id, optionIds.slice(0, 1)), 'conflict');
    expect((await readThread(api, viewer, id)).poll).toMatchObject({
      isClosed: true,
      totalVotes: 0,
    });
  });
});

it('keeps every counter equal to the number of rows', async () => {
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
