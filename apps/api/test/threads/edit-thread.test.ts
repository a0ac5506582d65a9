import { threadRevisionSchema, threadSchema } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { deleteThread, insertUser, insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;
let bob: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
  bob = await createUser(api);
});

afterAll(() => api.close());

const sendEdit = (as: User, id: string, content: string) =>
  api.request
    .put(`/api/threads/${encodeURIComponent(id)}`)
    .set(as.auth)
    .field({ content });

async function edit(as: User, id: string, content: string): Promise<Thread> {
  const response = await sendEdit(as, id, content).expect(200);
  return threadSchema.strict().parse(response.body);
}

const requestHistory = (as: User, id: string, query = '') =>
  api.request.get(`/api/threads/${id}/history${query}`).set(as.auth);

async function collectTexts(as: User, id: string): Promise<string[]> {
  const response = await requestHistory(as, id).expect(200);
  const revisions = z.array(threadRevisionSchema.strict()).parse(response.body);
  return revisions.map(({ content }) => content);
}

describe('PUT /threads/{threadId}', () => {
  it('replaces the text and keeps the old one as a revision', async () => {
    const { id, editedAt } = await publish(api, ann, { fields: { content: 'Frist' } });
    expect(editedAt).toBeNull();
    const second = await edit(ann, id, 'First  ');
    expect(second.content).toBe('First');
    expect(second.editedAt).not.toBeNull();
    expect(await readThread(api, ann, id)).toEqual(second);
    await edit(ann, id, 'Third');
    expect(await collectTexts(bob, id)).toEqual(['First', 'Frist']);
    expect((await requestHistory(ann, id, '?limit=1')).body).toHaveLength(1);
  });

  it('changes nothing for the same text', async () => {
    const thread = await publish(api, ann, { fields: { content: 'Same' } });
    expect(await edit(ann, thread.id, 'Same \r\n')).toEqual(thread);
    expect(await collectTexts(ann, thread.id)).toEqual([]);
  });

  it('updates hashtags and mentions', async () => {
    const [blocker, carla] = [await createUser(api), await createUser(api)];
    await api.database.block.create({ data: { blockerId: blocker.id, blockedId: ann.id } });
    const { id } = await publish(api, ann, { fields: { content: `#old #both @${bob.username}` } });
    const content = `#new #both @${carla.username} @${blocker.username} @nobody`;
    const edited = await edit(ann, id, content);
    expect(edited.hashtags).toEqual(['new', 'both']);
    expect(edited.mentions.map((mention) => mention.id)).toEqual([carla.id]);
    const tags = await api.database.hashtag.findMany({
      where: { tag: { in: ['old', 'both', 'new'] } },
      orderBy: { tag: 'asc' },
    });
    expect(tags.map(({ tag, threadsCount }) => [tag, threadsCount])).toEqual([
      ['both', 1],
      ['new', 1],
      ['old', 0],
    ]);
    expect((await edit(ann, id, 'Plain')).mentions).toEqual([]);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('accepts JSON', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'Form' } });
    await api.request.put(`/api/threads/${id}`).set(ann.auth).send({ content: 'JSON' }).expect(200);
    expect((await readThread(api, ann, id)).content).toBe('JSON');
  });
});

describe('a rejected edit', () => {
  it.each([
    ['blank', ' \u200B'],
    ['too long', '🧶'.repeat(2001)],
  ])('returns 400 for a text that is %s', async (_, content) => {
    const { id } = await publish(api, ann, { fields: { content: 'Stays' } });
    const { errors } = expectError(await sendEdit(ann, id, content), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual(['content']);
    expect((await readThread(api, ann, id)).content).toBe('Stays');
  });

  it('returns 403 for a thread of another user', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'Mine' } });
    expectError(await sendEdit(bob, id, 'Yours'), 'forbidden');
    expect(await readThread(api, ann, id)).toMatchObject({ content: 'Mine', editedAt: null });
  });

  it('returns 404 for a thread that the viewer may not see', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const stub = await insertThread(api.database, ann.id);
    await insertThread(api.database, bob.id, { parentId: stub });
    await deleteThread(api.database, stub);
    const ids = [hidden, stub, newId(), 'nonsense', '\0'];
    const responses = await Promise.all(ids.map((id) => sendEdit(ann, id, 'x')));
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
    for (const id of [hidden, newId()]) expectError(await requestHistory(ann, id), 'not_found');
  });

  it('returns 401 without a session', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'Mine' } });
    expectError(
      await api.request.put(`/api/threads/${id}`).field('content', 'x'),
      'unauthenticated',
    );
    expectError(await api.request.get(`/api/threads/${id}/history`), 'unauthenticated');
  });
});

describe('concurrent edits', () => {
  it('create one revision each and keep the hashtags of the last text', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'Text 0 #a #b' } });
    const texts = ['Text 1 #b #c', 'Text 2 #c #a', 'Text 3 #d', 'Text 4 #a #b #c #d'];
    await Promise.all(texts.map((text) => edit(ann, id, text)));
    const { content } = await readThread(api, ann, id);
    const revisions = await collectTexts(ann, id);
    expect([...revisions, content].toSorted()).toEqual(['Text 0 #a #b', ...texts]);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('of different threads with the same hashtags do not deadlock', async () => {
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        publish(api, ann, { fields: { content: index % 2 === 0 ? '#x1 #x2' : '#x3 #x4' } }),
      ),
    );
    await Promise.all(
      created.map(({ id }, index) => edit(ann, id, index % 2 === 0 ? '#x4 #x3' : '#x2 #x1')),
    );
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
