import { chatMessageSchema } from '@skein/contracts/chat';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createPerson } from '../support/people.ts';
import type { Person } from '../support/people.ts';

let api: TestApi;
let own: Person;
let other: Person;

beforeAll(async () => {
  api = await startTestApi();
  own = await createPerson(api);
  other = await createPerson(api);
});

afterAll(() => api.close());

const send = (by: Person, to: Person, body: Record<string, unknown> = {}) =>
  api.request
    .post('/api/chat/send')
    .set(by.auth)
    .send({ receiverId: to.id, content: 'Hello', ...body });

describe('sending', () => {
  it('works', async () => {
    const answer = await send(own, other, { clientMessageId: 'x' });
    chatMessageSchema.strict().parse(answer.body);
    await send(other, own);
    await send(own, other, { clientMessageId: 'x' });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
