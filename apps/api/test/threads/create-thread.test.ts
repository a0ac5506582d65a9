import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorBodySchema } from '@skein/contracts/http';
import { attachmentsMax, textMaxLength } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import { cloneDatabase, findCounterDrift } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let clone: TestDatabase;
let api: TestApi;
let ann: User;
let picture: Buffer;

beforeAll(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  api = await startTestApi({ databaseUrl: clone.url });
  ann = await createUser(api, { firstName: 'Ann', lastName: 'Lee', username: 'ann' });
  picture = await sampleImage().png().toBuffer();
});

afterAll(async () => {
  await api.close();
  await clone.drop();
});

interface ThreadForm {
  fields?: Record<string, string | string[]>;
  files?: (Buffer | string)[];
  as?: User;
  path?: string;
}

/** Sends the multipart form of a browser. */
function post({ fields = {}, files = [], as = ann, path = '/api/threads' }: ThreadForm) {
  const request = api.request.post(path).set(as.auth).field(fields);
  for (const [index, file] of files.entries()) request.attach('media', file, `photo${index}.png`);
  return request;
}

const several = '/api/threads/multiple-media';

/** The response equals every later response to the author. */
async function create(form: ThreadForm): Promise<Thread> {
  const response = await post(form).expect(201);
  const thread = threadSchema.strict().parse(response.body);
  const read = await api.request.get(`/api/threads/${thread.id}`).set((form.as ?? ann).auth);
  expect(read.body).toEqual(thread);
  return thread;
}

const countThreads = () => api.database.thread.count();

const countStored = async () => ({
  threads: await countThreads(),
  files: (await api.listFiles()).length,
});

async function expectNothingStored(before: unknown): Promise<void> {
  expect(await countStored()).toEqual(before);
  // The uploaded files are removed after the response.
  const uploads = join(api.dataDirectory, 'uploads');
  await expect.poll(() => readdir(uploads)).toEqual([]);
}

describe('POST /threads', () => {
  it('returns the new thread as its author sees it', async () => {
    const thread = await create({ fields: { content: 'Hello, yarn  \r\n' } });
    expect(thread).toMatchObject({
      content: 'Hello, yarn',
      userId: ann.id,
      userName: 'Ann Lee',
      userUsername: 'ann',
      userEmail: 'ann@skein.test',
      userPicture: null,
      threadType: 'thread',
      threadLevel: 0,
      rootThreadId: null,
      replyPermission: 'ANYONE',
      likesCount: 0,
      bookmarksCount: 0,
      isLiked: false,
      canReply: true,
      canQuote: true,
      canRepost: true,
      editedAt: null,
      isDeleted: false,
    });
  });

  it('accepts JSON', async () => {
    const response = await api.request
      .post('/api/threads')
      .set(ann.auth)
      .send({ content: 'Plain' });
    expect(threadSchema.parse(response.body).content).toBe('Plain');
  });

  it('stores the reply permission', async () => {
    const fields = { content: 'For few', replyPermission: 'MENTIONED_ONLY' };
    expect(await create({ fields })).toMatchObject({
      replyPermission: 'MENTIONED_ONLY',
      canReply: true,
      canQuote: true,
      canRepost: true,
    });
  });

  it('counts an emoji as one character of the limit', async () => {
    const content = '👍'.repeat(textMaxLength);
    expect((await create({ fields: { content } })).content).toBe(content);
  });

  it('extracts hashtags and mentions from the text', async () => {
    const bob = await createUser(api, { username: 'bob' });
    const content = '#Wool and #wool, #Été! @bob. @nobody.here @ann bob@example.org';
    const thread = await create({ fields: { content } });
    expect(thread.hashtags).toEqual(['wool', 'été']);
    expect(thread.mentions.map(({ username }) => username)).toEqual(['ann', 'bob']);
    expect(thread.mentions[1]).toEqual({
      id: bob.id,
      username: 'bob',
      name: bob.name,
      formerUsernames: [],
    });
  });

  it('does not mention a user who blocked the author or was blocked by the author', async () => {
    const [blocked, blocker] = [await createUser(api), await createUser(api)];
    await api.database.block.createMany({
      data: [
        { blockerId: ann.id, blockedId: blocked.id },
        { blockerId: blocker.id, blockedId: ann.id },
      ],
    });
    const content = `@${blocked.username} @${blocker.username}`;
    expect((await create({ fields: { content } })).mentions).toEqual([]);
  });

  it('accepts a hashtag whose lower case has more characters', async () => {
    const content = `#${'İ'.repeat(64)}`;
    expect((await create({ fields: { content } })).content).toBe(content);
  });

  it('returns 401 without a session', async () => {
    expectError(await api.request.post('/api/threads').field('content', 'x'), 'unauthenticated');
    expectError(await api.request.post(several).field('content', 'x'), 'unauthenticated');
  });
});

describe('POST /threads with files', () => {
  it('accepts a file without text', async () => {
    const thread = await create({ files: [picture], fields: { altText: 'Red and blue' } });
    expect(thread.content).toBe('');
    expect(thread.media).toMatchObject([
      { mediaType: 'image', altText: 'Red and blue', width: 120, height: 80 },
    ]);
    const url = thread.media[0]?.mediaUrl ?? '';
    await api.request.get(url).expect(200);
  });

  it('keeps the order of several files and their alternative texts', async () => {
    const wide = await sampleImage(90, 30).png().toBuffer();
    const form = { path: several, files: [picture, wide, picture] };
    const thread = await create({ ...form, fields: { altText: ['First', ''] } });
    expect(thread.media.map(({ width, altText }) => [width, altText])).toEqual([
      [120, 'First'],
      [90, null],
      [120, null],
    ]);
    const more = await create({ ...form, files: [wide], fields: { altText: ['One', 'Two'] } });
    expect(more.media.map(({ altText }) => altText)).toEqual(['One']);
  });

  it('accepts the maximum number of files and rejects more', async () => {
    const files = Array.from({ length: attachmentsMax }, () => picture);
    expect((await create({ path: several, files })).media).toHaveLength(attachmentsMax);
    const before = await countStored();
    expectError(await post({ path: several, files: [...files, picture] }), 'validation_failed');
    expectError(await post({ files: [picture, picture] }), 'validation_failed');
    await expectNothingStored(before);
  });

  it('stores no file if one of them is invalid', async () => {
    const before = await countStored();
    const text = Buffer.from('This is no picture at all.');
    const response = await post({ path: several, files: [picture, text, picture] });
    expectError(response, 'unsupported_media');
    await expectNothingStored(before);
  });

  it('stores no file when the thread cannot be stored', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'skein-upload-')), 'photo.png');
    await writeFile(path, picture);
    const before = await countStored();
    const missingUserId = newId();
    const creating = api.services.threads.create(
      { userId: missingUserId, sessionId: missingUserId },
      { id: newId(), attempt: 'first' },
      { content: '', altText: [], replyPermission: 'ANYONE' },
      [{ path, originalName: 'photo.png', bytes: picture.byteLength }],
    );
    await expect(creating).rejects.toMatchObject({ code: 'unauthenticated' });
    await expectNothingStored(before);
    await rm(dirname(path), { recursive: true });
  });
});

describe('invalid input of a new thread', () => {
  it.each([
    ['nothing', {}, 'content'],
    ['blank text', { content: ' \u200B\n' }, 'content'],
    ['a character too many', { content: 'é'.repeat(textMaxLength + 1) }, 'content'],
    ['an unknown permission', { content: 'x', replyPermission: 'NOBODY' }, 'replyPermission'],
    ['repeated text', { content: ['one', 'two'] }, 'content'],
    [
      'an alternative text that is too long',
      { content: 'x', altText: 'a'.repeat(1501) },
      'altText.0',
    ],
  ])('is rejected: %s', async (_, fields, path) => {
    const before = await countThreads();
    for (const target of ['/api/threads', several]) {
      const { errors } = expectError(await post({ fields, path: target }), 'validation_failed');
      expect(errors?.map((error) => error.path)).toEqual([path]);
    }
    expect(await countThreads()).toBe(before);
  });

  it('never causes a server error', async () => {
    const bodies = ['{', '[]', '"text"', 'null', '{"content":{"a":1}}', '{"content":"\\u0000"}'];
    for (const body of bodies) {
      const response = await api.request
        .post('/api/threads')
        .set({ ...ann.auth, 'Content-Type': 'application/json' })
        .send(body);
      expect({ body, status: response.status }).toEqual({ body, status: 400 });
      errorBodySchema.parse(response.body);
    }
  });
});

describe('a new hashtag used by many concurrent threads', () => {
  it('is created once and linked to all threads', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(api)));
    await Promise.all(
      users.map((as, index) => {
        const tags = ['#alpaca', '#bobbin', '#cashmere'];
        const content = (index % 2 === 0 ? tags : tags.toReversed()).join(' ');
        return create({ as, fields: { content } });
      }),
    );
    const tags = await api.database.hashtag.findMany({
      where: { tag: { in: ['alpaca', 'bobbin', 'cashmere'] } },
      select: { threadsCount: true, _count: { select: { threads: true } } },
    });
    const expected = { threadsCount: users.length, _count: { threads: users.length } };
    expect(tags).toEqual([expected, expected, expected]);
  });
});

describe('the counters after these tests', () => {
  it('equal the numbers of counted rows', async () => {
    expect(await findCounterDrift(clone.url)).toEqual([]);
  });
});
