import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { currentUserSchema } from '@skein/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toJsonList, toJsonLists } from '../../src/modules/account/json-list.ts';
import { zipEntries } from '../../src/modules/account/zip-entries.ts';
import type { ZipEntry } from '../../src/modules/account/zip-entries.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleMp4 } from '../media/sample-mp4.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { createChatClient } from '../chat/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { insertThread } from '../support/factories/threads.ts';
import { unzip } from '../support/http/unzip.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

async function exportData(user: User) {
  const { response, archive } = await downloadExport(api, user);
  const files = await unzip(archive);
  const json = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? '');
  return { response, files, json };
}

const activityFiles = ['likes', 'reactions', 'reposts', 'poll-votes', 'settings']
  .concat('muted-threads', 'conversations', 'strikes', 'report-messages')
  .map((name) => `${name}.json`);

const csvFiles = [
  'following_accounts.csv',
  'blocked_accounts.csv',
  'muted_accounts.csv',
  'lists.csv',
  'bookmarks.csv',
];

const anyTime = expect.any(String) as string;

async function insertVote({ id: userId }: User, threadId: string): Promise<void> {
  const [pollId, optionId] = [newId(), newId()];
  await api.database.poll.create({
    data: { id: pollId, threadId, question: 'Which?', expiresAt: new Date() },
  });
  await api.database.pollOption.create({
    data: { id: optionId, pollId, position: 0, text: 'Tea' },
  });
  await api.database.pollBallot.create({ data: { pollId, userId } });
  await api.database.pollVote.create({ data: { pollId, userId, optionId } });
}

async function insertMessages(user: User, other: User): Promise<void> {
  const now = new Date();
  const conversationId = newId();
  await api.database.conversation.create({
    data: {
      id: conversationId,
      pairKey: [user.id, other.id].toSorted().join(':'),
      lastSeq: 3,
      members: {
        create: [
          {
            userId: user.id,
            clearedSeq: 1,
            unreadCount: 1,
            readSeq: 1,
            lastMessageAt: now,
            pinnedAt: now,
            draft: { create: { text: 'Unsent' } },
          },
          { userId: other.id, unreadCount: 1, readSeq: 2 },
        ],
      },
    },
  });
  const contents = ['cleared', 'hello there', 'good day'];
  await api.database.message.createMany({
    data: contents.map((content, index) => ({
      id: newId(),
      conversationId,
      seq: index + 1,
      content,
      senderId: index === 2 ? user.id : other.id,
      ...(index === 2 && { replyToSeq: 2, editedAt: new Date(0) }),
      ...(index === 1 && { reactions: { [user.id]: '🧶', [other.id]: '👍' } }),
    })),
  });
}

describe('an export', () => {
  it('contains all data of a user', async () => {
    const user = await createUser(api, { firstName: 'Zoë' });
    const other = await createUser(api);
    await insertThread(api.database, user.id, { content: 'Words "in quotes" 🧶' });
    const bookmarkedId = await insertThread(api.database, other.id, { content: 'of another user' });
    const image = await sampleImage().png().toBuffer();
    await api.request
      .post('/api/threads/multiple-media')
      .set(user.auth)
      .field('content', 'With a picture')
      .field('altText', 'Two colors')
      .field('videoFiles', JSON.stringify({ captions: [{ video: 1, language: 'pt-BR' }] }))
      .attach('media', image, 'a.png')
      .attach('media', sampleMp4(), 'b.mp4')
      .attach('captions', Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nOlá'), 'c.vtt')
      .expect(201);
    await api.request
      .put('/api/users/me')
      .set(user.auth)
      .attach('profileImage', image, 'a.png')
      .attach('bannerImage', image, 'b.png')
      .expect(200);
    await actions.rename(user, 'exported').expect(200);
    await actions.follow(user, other.id);
    await actions.mute(user, other.id);
    await insertMessages(user, other);
    const members = { create: { userId: other.id } };
    await api.database.userList.create({
      data: { id: newId(), ownerId: user.id, name: 'Friends', members },
    });

    const folderId = newId();
    await api.database.bookmarkFolder.create({
      data: { id: folderId, ownerId: user.id, name: 'Later', nameKey: 'later' },
    });
    await api.database.bookmark.create({
      data: { userId: user.id, threadId: bookmarkedId, folderId },
    });

    const identity = { issuer: 'https://sso.example', subject: 'zoe' };
    await api.database.identity.create({
      data: { id: newId(), userId: user.id, createdAt: new Date(), ...identity },
    });

    const { response, files, json } = await exportData(user);
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="exported-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(json('profile.json')).toMatchObject({
      formerUsernames: [{ username: user.username }],
      identities: [identity],
    });
    expect(currentUserSchema.parse(json('profile.json'))).toMatchObject({
      name: user.name,
      email: user.email,
    });
    interface ExportedFile {
      file: string;
      captions: { file: string; language: string }[];
    }
    const threads = json('threads.json') as { content: string; media: ExportedFile[] }[];
    expect(threads).toMatchObject([
      { type: 'thread', content: 'Words "in quotes" 🧶', media: [], earlierTexts: [] },
      {
        content: 'With a picture',
        media: [{ altText: 'Two colors', captions: [] }, { altText: null }],
      },
    ]);
    expect(json('follows.json')).toMatchObject({
      followers: [],
      following: [{ id: other.id, username: other.username, isNotifying: false }],
      requested: [],
      blocked: [],
      muted: [{ id: other.id, mutedUntil: null }],
    });
    expect(json('feeds.json')).toMatchObject({
      lists: [{ name: 'Friends', members: [other.username] }],
    });
    expect(json('bookmarks.json')).toMatchObject({
      folders: [{ name: 'Later' }],
      bookmarks: [{ threadId: bookmarkedId, folder: 'Later' }],
    });
    expect(json('messages.json')).toMatchObject([
      { content: 'hello there', isOwn: false, with: { id: other.id }, ownReaction: '🧶' },
      {
        content: 'good day',
        isOwn: true,
        ownReaction: null,
        replyToId: expect.any(String) as string,
        editedAt: new Date(0).toISOString(),
      },
    ]);
    const [picture = '', video = ''] = threads[1]?.media.map(({ file }) => file) ?? [];
    const captions = video.replace('.mp4', '.pt-BR.vtt');
    expect(threads[1]?.media[1]?.captions).toEqual([{ file: captions, language: 'pt-BR' }]);
    expect(files.get(captions)?.toString()).toContain('Olá');
    expect([...files.keys()].toSorted()).toEqual(
      [
        'follows.json',
        'media/profile-picture.webp',
        'media/banner.webp',
        picture,
        video,
        captions,
        'feeds.json',
        'bookmarks.json',
        'messages.json',
        'profile.json',
        'drafts.json',
        'imported-posts.json',
        'scheduled-threads.json',
        'threads.json',
        ...activityFiles,
        ...csvFiles,
      ].toSorted(),
    );
    expect(files.get(picture)?.subarray(8, 12).toString()).toBe('WEBP');
    const all = [...files.values()].map((file) => file.toString('latin1')).join('');
    expect(all).not.toContain(other.email);
    expect(all).not.toContain('of another user');
  });

  it('is complete for an account without data', async () => {
    const { files, json } = await exportData(await createUser(api));
    expect([...files.keys()]).toEqual([
      'profile.json',
      'threads.json',
      'scheduled-threads.json',
      'drafts.json',
      'imported-posts.json',
      'follows.json',
      'likes.json',
      'reactions.json',
      'reposts.json',
      'poll-votes.json',
      'bookmarks.json',
      'feeds.json',
      'settings.json',
      'strikes.json',
      'report-messages.json',
      'muted-threads.json',
      'messages.json',
      'conversations.json',
      ...csvFiles,
    ]);
    expect([json('threads.json'), json('messages.json')]).toEqual([[], []]);
    expect(csvFiles.map((name) => files.get(name)?.toString())).toEqual([
      'Account address,Show boosts,Notify on new posts,Languages\n',
      '',
      'Account address,Hide notifications\n',
      '',
      '',
    ]);
  });

  it('contains likes, reactions, reposts, votes and settings, but no threads that became hidden', async () => {
    const user = await createUser(api);
    const [author, hidden] = [await createUser(api), await createUser(api)];
    const seenId = await insertThread(api.database, author.id);
    const hiddenId = await insertThread(api.database, hidden.id);
    const acts = [seenId, hiddenId].map((threadId) => ({ userId: user.id, threadId }));
    await api.database.like.createMany({ data: acts });
    await api.database.reaction.createMany({ data: acts.map((row) => ({ ...row, type: 'wow' })) });
    await api.database.repost.createMany({ data: acts.map((row) => ({ ...row, id: newId() })) });
    await api.database.threadMute.createMany({ data: acts });
    await insertVote(user, seenId);
    await api.database.notificationPreference.create({
      data: { userId: user.id, disabled: ['like'] },
    });
    await insertMessages(user, author);
    await actions.block(hidden, user.id).expect(200);

    const { json } = await exportData(user);
    const seen = { threadId: seenId, author: author.username };
    expect(json('likes.json')).toEqual([{ ...seen, createdAt: anyTime }]);
    expect(json('reactions.json')).toEqual([{ ...seen, createdAt: anyTime, reaction: 'wow' }]);
    expect(json('reposts.json')).toEqual([{ ...seen, createdAt: anyTime }]);
    expect(json('muted-threads.json')).toEqual([{ ...seen, createdAt: anyTime }]);
    expect(json('poll-votes.json')).toEqual([{ ...seen, createdAt: anyTime, options: ['Tea'] }]);
    expect(json('settings.json')).toMatchObject({
      messagePermission: 'everyone',
      remindsOfAltText: false,
      defaultAudience: 'public',
      feedLanguages: [],
      notifications: { like: false, reply: true, poll_ended: true },
    });
    const flags = { isMuted: true, isIgnored: false, isPinned: true, request: null };
    expect(json('conversations.json')).toEqual([
      { with: author.username, group: null, ...flags, draft: 'Unsent' },
    ]);
  });

  it('contains the own messages and the settings of groups, but nothing of other members', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const chat = createChatClient(api);
    const { id, name } = await chat.createGroup(user, [other]);
    await chat.sendTo(user, id, { content: 'my words' }).expect(201);
    await chat.sendTo(other, id, { content: 'words of another user' }).expect(201);
    const { files, json } = await exportData(user);
    expect(json('messages.json')).toMatchObject([
      { event: { type: 'group_created' } },
      { event: { type: 'members_added' } },
      { content: 'my words', with: null, group: { id, name }, isOwn: true },
    ]);
    expect(json('conversations.json')).toMatchObject([{ with: null, group: name }]);
    expect(files.get('messages.json')?.toString()).not.toContain('of another user');
  });

  it('contains follows, blocks, mutes, lists and bookmarks as CSV files of Mastodon', async () => {
    const user = await createUser(api);
    const [first, second] = [await createUser(api), await createUser(api)];
    for (const { id } of [first, second]) await actions.follow(user, id).expect(200);
    await actions.post(user, `/users/${second.id}/reposts/mute`).expect(200);
    await actions.mute(user, first.id).expect(200);
    const blocked = await createUser(api);
    await actions.block(user, blocked.id).expect(200);
    const members = { create: [{ userId: first.id }, { userId: second.id }] };
    await api.database.userList.create({
      data: { id: newId(), ownerId: user.id, name: 'Tea, "coffee"', members },
    });
    const threadId = await insertThread(api.database, first.id);
    await api.database.bookmark.create({ data: { userId: user.id, threadId } });

    const { files } = await exportData(user);
    const [one, two] = [first, second].map(({ username }) => `${username}@skein.test`);
    expect(csvFiles.map((name) => files.get(name)?.toString())).toEqual([
      `Account address,Show boosts,Notify on new posts,Languages\n${one},true,false,\n${two},false,false,\n`,
      `${blocked.username}@skein.test\n`,
      `Account address,Hide notifications\n${one},true\n`,
      `"Tea, ""coffee""",${one}\n"Tea, ""coffee""",${two}\n`,
      `http://skein.test/thread/${threadId}\n`,
    ]);
  });

  it('reads the data page by page', async () => {
    const user = await createUser(api);
    await api.database.thread.createMany({
      data: Array.from({ length: 450 }, (_, index) => ({
        id: newId(),
        authorId: user.id,
        content: String(index),
      })),
    });
    const threads = (await exportData(user)).json('threads.json') as { content: string }[];
    expect(threads.map(({ content }) => Number(content))).toEqual(
      Array.from({ length: 450 }, (_, index) => index),
    );
  });

  it('is described as a file in the OpenAPI document', async () => {
    const document = (await api.request.get('/api/openapi.json').expect(200)).body as {
      paths: Record<string, { get: { responses: Record<string, unknown> } }>;
    };
    expect(document.paths['/users/me/export']?.get.responses).toMatchObject({
      200: { content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } },
      401: {},
    });
    const user = await createUser(api);
    await api.request.head('/api/users/me/export').set(user.auth).expect(200);
  });

  it('returns 401 without a session', async () => {
    expectError(await api.request.get('/api/users/me/export'), 'unauthenticated');
  });
});

describe('an archive', () => {
  const entry = (path: string, open: () => Promise<Readable>): ZipEntry => ({
    path,
    modifiedAt: new Date(),
    compress: false,
    open,
  });

  it('opens at most two entries at a time', async () => {
    let open = 0;
    let openMax = 0;
    const entries = Array.from({ length: 20 }, (_, index) =>
      entry(`${index}.bin`, () => {
        open += 1;
        openMax = Math.max(openMax, open);
        const content = Readable.from([Buffer.alloc(100_000, index)]);
        content.once('close', () => {
          open -= 1;
        });
        return Promise.resolve(content);
      }),
    );
    const files = await unzip(await buffer(zipEntries(Readable.from(entries))));
    expect(files.size).toBe(20);
    expect(files.get('7.bin')?.equals(Buffer.alloc(100_000, 7))).toBe(true);
    // One entry may be closing while the next is opened.
    expect(openMax).toBeLessThanOrEqual(2);
  });

  it('opens no more entries after the reader has disconnected', async () => {
    const opened: Readable[] = [];
    const archive = zipEntries(
      Readable.from(
        Array.from({ length: 20 }, (_, index) =>
          entry(`${index}.bin`, () => {
            const content = Readable.from(endless());
            opened.push(content);
            return Promise.resolve(content);
          }),
        ),
      ),
    );
    await new Promise((resolve) => {
      archive.once('data', resolve);
    });
    archive.destroy();
    await expect.poll(() => opened.every(({ destroyed }) => destroyed)).toBe(true);
    expect(opened).toHaveLength(1);
  });

  it.each([
    ['that cannot be opened', () => Promise.reject(new Error('unreadable'))],
    ['whose stream fails midway', () => Promise.resolve(Readable.from(failing()))],
  ])('fails with an entry %s', async (_case, open) => {
    const archive = zipEntries(Readable.from([entry('a.bin', open)]));
    await expect(buffer(archive)).rejects.toThrow('unreadable');
  });
});

async function* endless() {
  for (;;) yield await Promise.resolve(Buffer.alloc(50_000));
}

async function* failing() {
  yield await Promise.resolve(Buffer.alloc(10));
  throw new Error('unreadable');
}

describe('lists of JSON', () => {
  const pages = async function* (...list: unknown[][]) {
    for (const page of list) yield await Promise.resolve(page);
  };

  it.each([[[]], [[[]]], [[[1], [], [2, { a: 'x' }]]]])('writes valid JSON: %j', async (list) => {
    const text = (await buffer(toJsonList(pages(...list)))).toString();
    expect(JSON.parse(text)).toEqual(list.flat());
  });

  it('writes several lists into one object', async () => {
    const lists = toJsonLists({ a: pages([1], [2]), b: pages() });
    expect(JSON.parse((await buffer(lists)).toString())).toEqual({ a: [1, 2], b: [] });
  });
});
