import { threadPageSchema, threadSchema, uploadMedia } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;
let bob: User;
let picture: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
  bob = await createUser(api);
  picture = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

const path = '/api/threads/quote-repost';

const quote = (as: User, quotedThreadId: string, fields: Record<string, string> = {}) =>
  postThread(api, as, { path, fields: { content: 'Well said', quotedThreadId, ...fields } });

async function publishQuote(
  as: User,
  quotedThreadId: string,
  fields: Record<string, string> = {},
): Promise<Thread> {
  return threadSchema.strict().parse((await quote(as, quotedThreadId, fields).expect(201)).body);
}

async function upload(as: User): Promise<{ mediaUrl: string; mediaType: string }> {
  const request = api.request.post('/api/posts/with-media').set(as.auth);
  const response = await request.attach('media', picture, 'photo.png').expect(201);
  const { mediaUrl, mediaType } = uploadMedia.response.parse(response.body).post;
  return { mediaUrl, mediaType };
}

describe('POST /threads/quote-repost', () => {
  it('returns the quoted thread, increments its counter and adds a feed entry', async () => {
    const quoted = await insertThread(api.database, ann.id, { content: 'Wise words' });
    const created = await publishQuote(bob, quoted);
    expect(created).toMatchObject({
      threadType: 'quote',
      quotedThreadId: quoted,
      threadLevel: 0,
      quotedThread: { id: quoted, content: 'Wise words', userId: ann.id, quotesCount: 1 },
    });
    expect(await readThread(api, bob, created.id)).toEqual(created);
    const feed = await api.request.get('/api/threads').set(ann.auth).expect(200);
    expect(threadPageSchema.parse(feed.body).content[0]).toMatchObject({
      id: created.id,
      quotedThread: { id: quoted },
    });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('accepts a quote of a reply, and a file without text', async () => {
    const root = await insertThread(api.database, ann.id);
    const replyId = await insertThread(api.database, ann.id, { parentId: root });
    const fields = { quotedThreadId: replyId, altText: 'A loom' };
    const created = await publish(api, bob, { path, fields, files: [picture] });
    expect(created).toMatchObject({ content: '', media: [{ altText: 'A loom' }] });
    expect(created.quotedThread?.id).toBe(replyId);
  });

  it('returns 400 without text and files', async () => {
    const quoted = await insertThread(api.database, ann.id);
    const { errors } = expectError(await quote(bob, quoted, { content: ' ' }), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual(['content']);
    expectError(
      await postThread(api, bob, { path, fields: { content: 'x' } }),
      'validation_failed',
    );
    expect(await readThread(api, bob, quoted)).toMatchObject({ quotesCount: 0 });
  });

  it('hides a quoted thread that was deleted or hidden later', async () => {
    const [deleted, stub] = [
      await insertThread(api.database, ann.id),
      await insertThread(api.database, ann.id),
    ];
    await insertThread(api.database, bob.id, { parentId: stub });
    const otherAuthor = await createUser(api);
    const hidden = await insertThread(api.database, otherAuthor.id);
    const created: Thread[] = [];
    for (const id of [deleted, stub, hidden]) created.push(await publishQuote(bob, id));
    await deleteThread(api.database, deleted);
    await deleteThread(api.database, stub);
    await api.database.user.update({ where: { id: otherAuthor.id }, data: { isPrivate: true } });
    for (const { id } of created) {
      expect(await readThread(api, bob, id)).toMatchObject({
        threadType: 'quote',
        quotedThread: null,
      });
    }
  });
});

describe('a rejected quote', () => {
  it('returns 404 for a thread that the viewer may not see', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const deleted = await insertThread(api.database, ann.id);
    await deleteThread(api.database, deleted);
    const responses = await Promise.all([hidden, deleted, newId()].map((id) => quote(bob, id)));
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
  });

  it('returns 403 if the permission excludes the viewer or the account is private', async () => {
    const restricted = await insertThread(api.database, ann.id, { replyPermission: 'FOLLOWERS' });
    const owner = await createUser(api, { isPrivate: true });
    await insertFollow(api.database, bob.id, owner.id);
    const secret = await insertThread(api.database, owner.id);
    expectError(await quote(bob, restricted), 'forbidden');
    expectError(await quote(bob, secret), 'forbidden');
    await quote(owner, secret).expect(201);
    await quote(ann, restricted).expect(201);
    // Rejected quotes are not counted.
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('returns 401 without a session', async () => {
    const request = api.request.post(path).field({ content: 'x', quotedThreadId: newId() });
    expectError(await request, 'unauthenticated');
  });
});

describe('an earlier upload', () => {
  it('can be used by one quote', async () => {
    const quoted = await insertThread(api.database, ann.id);
    const file = await upload(bob);
    const created = await publishQuote(bob, quoted, file);
    expect(created.media).toMatchObject([{ mediaUrl: file.mediaUrl }]);
    expect(await readThread(api, bob, created.id)).toEqual(created);
    expectError(await quote(bob, quoted, file), 'validation_failed');
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('is rejected if it belongs to another user, has another type or is not an upload', async () => {
    const quoted = await insertThread(api.database, ann.id);
    const [ownUpload, othersUpload] = [await upload(bob), await upload(ann)];
    const rejected = [
      othersUpload,
      { ...ownUpload, mediaType: 'video' },
      { ...ownUpload, mediaUrl: 'https://elsewhere.example/x.png' },
      { ...ownUpload, mediaUrl: '/media/../secrets' },
    ];
    for (const fields of rejected) {
      const { errors } = expectError(await quote(bob, quoted, fields), 'validation_failed');
      expect(errors?.map((error) => error.path)).toEqual(['mediaUrl']);
    }
    const both = { path, fields: { quotedThreadId: quoted, ...ownUpload }, files: [picture] };
    expectError(await postThread(api, bob, both), 'validation_failed');
    expect(await readThread(api, bob, quoted)).toMatchObject({ quotesCount: 0 });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});

describe('concurrent quotes', () => {
  it('are all counted', async () => {
    const quoted = await insertThread(api.database, ann.id);
    const users = await Promise.all(Array.from({ length: 8 }, () => createUser(api)));
    await Promise.all(users.map((as) => quote(as, quoted).expect(201)));
    expect(await readThread(api, bob, quoted)).toMatchObject({ quotesCount: 8 });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
