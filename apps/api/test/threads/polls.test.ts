import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';

let api: TestApi;
let ann: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
});

afterAll(() => api.close());

const poll = { question: 'Wool or cotton?', options: ['Wool', 'Cotton'], durationMinutes: 60 };
const asForm = (changes: object = {}) => JSON.stringify({ ...poll, ...changes });

describe('a poll', () => {
  it('belongs to a thread, whose text can be empty', async () => {
    const thread = await publish(api, ann, { fields: { poll: asForm() } });
    expect(thread.content).toBe('');
    expect(thread.poll).toMatchObject({
      question: 'Wool or cotton?',
      multiple: false,
      isClosed: false,
      totalVotes: 0,
      myOptionIds: [],
      options: [
        { optionText: 'Wool', votesCount: 0 },
        { optionText: 'Cotton', votesCount: 0 },
      ],
    });
    const runsFor = Date.parse(thread.poll?.expiresAt ?? '') - api.clock.now().getTime();
    expect(Math.round(runsFor / 60_000)).toBe(60);
    expect(await readThread(api, ann, thread.id)).toEqual(thread);
  });

  it('is accepted as JSON and in a reply', async () => {
    const root = await publish(api, ann, { fields: { content: 'Hm' } });
    const body = { poll: { ...poll, multiple: true }, parentThreadId: root.id };
    const response = await api.request.post('/api/threads').set(ann.auth).send(body).expect(201);
    expect(response.body).toMatchObject({ threadType: 'reply', poll: { multiple: true } });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it.each([
    ['one option', { options: ['Wool'] }],
    ['seven options', { options: ['1', '2', '3', '4', '5', '6', '7'] }],
    ['the same twice', { options: ['Wool', ' Wool '] }],
    ['an option too long', { options: ['Wool', 'c'.repeat(81)] }],
    ['a blank option', { options: ['Wool', ' \u200B'] }],
    ['no question', { question: ' ' }],
    ['four minutes', { durationMinutes: 4 }],
    ['more than a week', { durationMinutes: 10_081 }],
    ['half a minute', { durationMinutes: 7.5 }],
  ])('is rejected with %s', async (_, changes) => {
    const before = await api.database.thread.count();
    const response = await postThread(api, ann, {
      fields: { content: 'x', poll: asForm(changes) },
    });
    const { errors } = expectError(response, 'validation_failed');
    expect(errors?.[0]?.path).toMatch(/^poll/);
    expect(await api.database.thread.count()).toBe(before);
  });

  it.each(['{', 'null', '[]', '""', '7'])('is rejected as the text %s', async (text) => {
    const response = await postThread(api, ann, { fields: { content: 'x', poll: text } });
    expectError(response, 'validation_failed');
  });
});
