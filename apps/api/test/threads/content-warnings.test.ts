import { contentWarningMaxLength } from '@skein/contracts/limits';
import { threadRevisionSchema } from '@skein/contracts/threads';
import { currentUserSchema } from '@skein/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let ann: User;
let bob: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
  bob = await createUser(api);
});

afterAll(() => api.close());

const edit = (as: User, id: string, fields: Record<string, string>) =>
  api.request.put(`/api/threads/${id}`).set(as.auth).field(fields);

describe('a new thread', () => {
  it('has the content warning and the mark that its author gave it', async () => {
    const image = await sampleImage().png().toBuffer();
    const thread = await publish(api, ann, {
      fields: {
        content: 'Ending',
        contentWarning: '  Spoilers\n for book 2 ',
        isSensitive: 'true',
      },
      files: [image],
    });
    expect(thread).toMatchObject({ contentWarning: 'Spoilers for book 2', isSensitive: true });
    expect(await readThread(api, bob, thread.id)).toMatchObject({
      content: 'Ending',
      contentWarning: 'Spoilers for book 2',
      isSensitive: true,
    });
  });

  it('has neither without the fields or with a blank warning', async () => {
    const plain = { contentWarning: null, isSensitive: false };
    expect(await publish(api, ann, { fields: { content: 'Hi' } })).toMatchObject(plain);
    const fields = { content: 'Hi', contentWarning: ' \u200B ' };
    expect(await publish(api, ann, { fields })).toMatchObject(plain);
  });

  it('can be a quote, and is returned as the quoted thread', async () => {
    const quotedThreadId = await insertThread(api.database, bob.id);
    const path = '/api/threads/quote-repost';
    const warning = { contentWarning: 'Politics' };
    const quote = await publish(api, ann, {
      path,
      fields: { content: 'Look', quotedThreadId, ...warning },
    });
    expect(quote).toMatchObject(warning);
    const second = await publish(api, bob, {
      path,
      fields: { content: 'See', quotedThreadId: quote.id },
    });
    expect((await readThread(api, bob, second.id)).quotedThread).toMatchObject(warning);
  });

  it.each([
    [{ contentWarning: 'x'.repeat(contentWarningMaxLength + 1) }],
    [{ contentWarning: 'a\0b' }],
    [{ isSensitive: 'maybe' }],
  ])('is rejected with 400 for %j', async (fields) => {
    const response = await postThread(api, ann, { fields: { content: 'Hi', ...fields } });
    expectError(response, 'validation_failed');
  });
});

describe('an edit', () => {
  it('changes the warning and keeps the old one with the earlier text', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'A', contentWarning: 'Old' } });
    await edit(ann, id, { content: 'A', contentWarning: 'New' }).expect(200);
    const edited = await readThread(api, bob, id);
    expect(edited.contentWarning).toBe('New');
    expect(edited.editedAt).not.toBeNull();
    await edit(ann, id, { content: 'B' }).expect(200);
    expect(await readThread(api, bob, id)).toMatchObject({ content: 'B', contentWarning: 'New' });
    await edit(ann, id, { content: 'B', contentWarning: '' }).expect(200);
    expect((await readThread(api, bob, id)).contentWarning).toBeNull();
    const history = await api.request.get(`/api/threads/${id}/history`).set(bob.auth).expect(200);
    expect(
      z
        .array(threadRevisionSchema.strict())
        .parse(history.body)
        .map(({ content, contentWarning }) => [content, contentWarning]),
    ).toEqual([
      ['B', 'New'],
      ['A', 'New'],
      ['A', 'Old'],
    ]);
  });

  it('covers files without counting as an edit of the text', async () => {
    const { id } = await publish(api, ann, { fields: { content: 'A' } });
    await edit(ann, id, { content: 'A', isSensitive: 'true' }).expect(200);
    expect(await readThread(api, bob, id)).toMatchObject({ isSensitive: true, editedAt: null });
    await edit(ann, id, { content: 'B' }).expect(200);
    expect(await readThread(api, bob, id)).toMatchObject({ isSensitive: true, content: 'B' });
  });

  it('corrects the descriptions of files without counting as an edit of the text', async () => {
    const image = await sampleImage().png().toBuffer();
    const fields = { content: 'A', altText: ['Typo', 'A loom', 'Gone'] };
    const path = '/api/threads/multiple-media';
    const { id } = await publish(api, ann, { path, fields, files: [image, image, image] });
    const change = { content: 'A', altText: ['A typo', 'A loom', ''] };
    await api.request.put(`/api/threads/${id}`).set(ann.auth).send(change).expect(200);
    const { media, editedAt } = await readThread(api, bob, id);
    expect(media.map(({ altText }) => altText)).toEqual(['A typo', 'A loom', null]);
    expect(editedAt).toBeNull();
    await edit(ann, id, { content: 'B' }).expect(200);
    expect((await readThread(api, bob, id)).media[0]).toMatchObject({ altText: 'A typo' });
    await edit(bob, id, { content: 'B', altText: 'Mine' }).expect(403);
  });
});

it('removes the warning of a deleted thread that stays above its replies', async () => {
  const { id } = await publish(api, ann, {
    fields: { content: 'A', contentWarning: 'Secret', isSensitive: 'true' },
  });
  await publish(api, bob, { fields: { content: 'Reply', parentThreadId: id } });
  await api.request.delete(`/api/threads/${id}`).set(ann.auth).expect(200);
  const stub = await readThread(api, bob, id);
  expect(stub).toMatchObject({ isDeleted: true, contentWarning: null, isSensitive: false });
  const row = await api.database.thread.findFirstOrThrow({ where: { id } });
  expect(row.contentWarning).toBeNull();
});

it('lets a user choose how sensitive content is shown', async () => {
  const read = async () =>
    currentUserSchema.strict().parse((await api.request.get('/api/users/me').set(bob.auth)).body);
  expect((await read()).sensitiveContent).toBe('blur');
  const choose = (sensitiveContent: string) =>
    api.request.put('/api/users/me').set(bob.auth).send({ sensitiveContent });
  await choose('hide').expect(200);
  expect((await read()).sensitiveContent).toBe('hide');
  expectError(await choose('never'), 'validation_failed');
});
