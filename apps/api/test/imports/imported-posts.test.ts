import { gzipSync } from 'node:zlib';
import type { ImportedPost, PostsImport } from '@skein/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import {
  aPost,
  aRepost,
  did,
  toOutbox,
  toRepository,
  toTarGz,
  toTarHeader,
  toZip,
} from './archives.ts';

const path = '/api/users/me/imported-posts';
const none = {
  addedCount: 0,
  unchangedCount: 0,
  repostsCount: 0,
  repliesCount: 0,
  privateCount: 0,
  emptyCount: 0,
  excessCount: 0,
};

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let user: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

beforeEach(async () => {
  user = await createUser(api);
});

afterAll(() => api.close());

const upload = (archive: string | Buffer, fields: Record<string, string> = {}) =>
  api.request
    .post(path)
    .set(user.auth)
    .field(fields)
    .attach('file', Buffer.from(archive as string), 'archive');

async function importAll(
  archive: string | Buffer,
  fields?: Record<string, string>,
): Promise<PostsImport> {
  return (await upload(archive, fields).expect(201)).body as PostsImport;
}

async function list(query = ''): Promise<{ content: ImportedPost[]; nextCursor: string | null }> {
  const response = await actions.read(user, `/users/me/imported-posts${query}`).expect(200);
  return response.body as { content: ImportedPost[]; nextCursor: string | null };
}

const only = async (): Promise<ImportedPost> => {
  const { content } = await list();
  const [first] = content;
  if (first === undefined || content.length > 1) throw new Error('There is not one post.');
  return first;
};

describe('a Mastodon archive', () => {
  it('adds public posts that are no replies to others, once, and publishes nothing', async () => {
    const ownReply = 'https://mastodon.example/users/ada/statuses/1';
    const outbox = toOutbox([
      aPost(1),
      aPost(2, { inReplyTo: ownReply }),
      aPost(3, { to: ['https://mastodon.example/users/ada/followers'], cc: [] }),
      aPost(4, { inReplyTo: 'https://other.example/9' }),
      aPost(5, { content: '', attachment: [{ type: 'Document' }] }),
      aRepost(),
      { type: 'Delete', object: 'x' },
      null,
      aPost(1),
    ]);
    const left = { repostsCount: 1, repliesCount: 1, privateCount: 1, emptyCount: 1 };
    expect(await importAll(outbox)).toEqual({ ...none, ...left, addedCount: 2 });
    expect(await list()).toMatchObject({
      content: [
        { parts: ['Post 2'], isReply: true, publishedAt: '2024-01-01T00:02:00.000Z' },
        { parts: ['Post 1'], isReply: false, url: 'https://mastodon.example/@ada/1' },
      ],
    });
    const again = await importAll(outbox, { includesReplies: 'true' });
    expect(again).toMatchObject({ addedCount: 1, unchangedCount: 2, repliesCount: 0 });
    expect(await api.database.thread.count({ where: { authorId: user.id } })).toBe(0);
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  it('is read from ZIP and TAR files with media before the outbox', async () => {
    const media = { 'media_attachments/files/1/original.png': Buffer.alloc(200_000, 'x') };
    const zip = await toZip({ ...media, 'outbox.json': toOutbox([aPost(1)]) });
    expect(await importAll(zip)).toMatchObject({ addedCount: 1 });
    const tar = await toTarGz({ ...media, './outbox.json': toOutbox([aPost(1), aPost(2)]) });
    expect(await importAll(tar)).toMatchObject({ addedCount: 1, unchangedCount: 1 });
  });

  it('becomes plain text with full links, mentions with their server, and options of polls', async () => {
    const content =
      '<p>Hi <span class="h-card"><a href="https://mastodon.example/@ben" class="u-url mention">@<span>ben</span></a></span>' +
      ' and <a href="https://web.example/@eve" class="u-url mention">@<span>eve</span></a>' +
      ' <a href="https://mastodon.example/tags/tea" class="mention hashtag" rel="tag">#<span>Tea</span></a><br>a &lt; b</p>' +
      '<script>alert(1)</script><style>p{}</style><p onclick="x()"><a href="https://example.org/long/path?q=1">' +
      '<span class="invisible">https://</span><span class="ellipsis">example.org/lo</span><span class="invisible">ng/path?q=1</span></a>' +
      ' <a href="https://example.org/docs">the docs</a> <a href="javascript:alert(1)">x</a></p><ul><li>one</li><li>two</li></ul>';
    const post = aPost(1, {
      type: 'Question',
      content,
      summary: 'Spoilers\u0000',
      oneOf: [{ name: 'Yes' }, { name: 'No' }],
      tag: [{ type: 'Mention', href: 'https://id.example/users/eve', name: '@eve@id.example' }],
      attachment: [{ type: 'Document' }, { type: 'Document' }],
      url: 'javascript:alert(1)',
    });
    await importAll(toOutbox([post]));
    expect(await only()).toMatchObject({
      parts: [
        [
          'Hi @ben@mastodon.example and @eve@id.example #Tea',
          'a < b',
          '',
          'https://example.org/long/path?q=1 the docs (https://example.org/docs) x',
          '',
          '• one',
          '• two',
          '',
          '• Yes',
          '• No',
        ].join('\n'),
      ],
      contentWarning: 'Spoilers',
      filesCount: 2,
      url: null,
    });
  });

  it('splits a long text into parts of a chain and shortens a longer one', async () => {
    const long = 'ä𝕏 word '.repeat(500);
    const endless = 'x'.repeat(60_000);
    const contents = [long, endless].map((text, index) =>
      aPost(index, { content: `<p>${text}</p>` }),
    );
    await importAll(toOutbox(contents));
    const { content } = await list();
    const [shortened, split] = content;
    expect(split?.isShortened).toBe(false);
    expect(split?.parts.join(' ')).toBe(long.trim());
    expect(split?.parts).toHaveLength(2);
    expect(shortened?.isShortened).toBe(true);
    expect(shortened?.parts.map(({ length }) => length)).toEqual(
      Array.from({ length: 9 }, () => 2000),
    );
    for (const post of content) {
      const body = post.parts.map((part) => ['parts', JSON.stringify({ content: part })] as const);
      const form = api.request.post('/api/threads/drafts').set(user.auth);
      form.set('Idempotency-Key', post.id);
      for (const [name, value] of body) form.field(name, value);
      await form.expect(201);
    }
  });
});

describe('a Bluesky repository', () => {
  it('adds posts with full links and quotes, and leaves out reposts and replies to others', async () => {
    const post = (text: string, fields: Record<string, unknown> = {}) => ({
      $type: 'app.bsky.feed.post',
      createdAt: '2024-05-01T10:00:00.000Z',
      text,
      ...fields,
    });
    const reply = (uri: string) => ({ reply: { root: { uri }, parent: { uri, cid: 'x' } } });
    const link = {
      index: { byteStart: 6, byteEnd: 22 },
      features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org/a/long/path' }],
    };
    const outside = { ...link, index: { byteStart: 100, byteEnd: 900 } };
    const quoted = { uri: 'at://did:plc:other/app.bsky.feed.post/3q', cid: 'x' };
    const archive = toRepository({
      'app.bsky.actor.profile/self': { $type: 'app.bsky.actor.profile', displayName: 'Ada' },
      'app.bsky.feed.post/3aaa': post('Héé example.org/a... end', { facets: [link, outside] }),
      'app.bsky.feed.post/3aab': post('Own reply', {
        createdAt: '2024-05-02T10:00:00.000Z',
        ...reply(`at://${did}/app.bsky.feed.post/3aaa`),
        embed: { $type: 'app.bsky.embed.record', record: quoted },
      }),
      'app.bsky.feed.post/3aac': post('Reply', reply('at://did:plc:other/app.bsky.feed.post/3x')),
      'app.bsky.feed.post/3aad': post('Image', {
        createdAt: '2024-05-03T10:00:00.000Z',
        embed: { $type: 'app.bsky.embed.images', images: [{ alt: '' }] },
      }),
      'app.bsky.feed.repost/3aae': { $type: 'app.bsky.feed.repost', subject: quoted },
    });
    const left = { repostsCount: 1, repliesCount: 1 };
    expect(await importAll(archive)).toEqual({ ...none, ...left, addedCount: 3 });
    expect((await list()).content).toMatchObject([
      { parts: ['Image'], filesCount: 1 },
      {
        parts: ['Own reply\nhttps://bsky.app/profile/did:plc:other/post/3q'],
        isReply: true,
        url: `https://bsky.app/profile/${did}/post/3aab`,
      },
      { parts: ['Héé https://example.org/a/long/path end'], filesCount: 0 },
    ]);
    expect(await importAll(archive)).toMatchObject({ addedCount: 0, unchangedCount: 3 });
  });
});

describe('an uploaded archive', () => {
  const outbox = toOutbox([aPost(1), aPost(2)]);
  const zipped = toZip({ 'outbox.json': outbox });
  /** Changes the declared sizes in a ZIP file. */
  const withSize = (zip: Buffer, size: number) => {
    const toBytes = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString('latin1');
    const text = zip.toString('latin1').replaceAll(toBytes(outbox.length), toBytes(size));
    return Buffer.from(text, 'latin1');
  };
  const repository = toRepository({ 'app.bsky.feed.like/1': { $type: 'app.bsky.feed.like' } });
  it.each<[string, () => Promise<string | Buffer> | string | Buffer]>([
    ['is empty', () => ''],
    ['is a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['is a CSV file', () => 'Account address\nada@example.org'],
    ['is JSON without posts', () => '{"orderedItems":[],"a":1}'],
    ['is JSON of something else', () => '{"type":"OrderedCollection","x":[1,2]}'],
    ['is JSON that is cut off', () => outbox.slice(0, -10)],
    ['is JSON that is malformed', () => outbox.replace('"type"', 'type')],
    ['has an activity of 5 MB', () => toOutbox([aPost(1, { x: 'x'.repeat(5 * 1024 ** 2) })])],
    ['is nested without end', () => `{"orderedItems":[${'['.repeat(5 * 1024 ** 2)}`],
    ['is a ZIP file without an outbox', () => toZip({ 'a/b/outbox.json': outbox })],
    [
      'is a ZIP file that is cut off',
      async () => (await toZip({ 'outbox.json': outbox })).subarray(0, -30),
    ],
    ['is a ZIP file with a huge outbox', async () => withSize(await zipped, 512 * 1024 ** 2)],
    ['is a ZIP file with a larger outbox than declared', async () => withSize(await zipped, 100)],
    ['is a TAR file with a huge outbox', () => toTarHeader('outbox.json', 1024 ** 3)],
    ['is a TAR file without an outbox', () => toTarGz({ 'actor.json': '{}' })],
    [
      'is a TAR file that is cut off',
      async () => (await toTarGz({ 'outbox.json': outbox })).subarray(0, 90),
    ],
    ['is a repository without posts', () => repository],
    ['is a repository that is cut off', () => repository.subarray(0, -20)],
    [
      'is a repository with an endless block',
      () =>
        Buffer.concat([repository.subarray(0, 59), Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])]),
    ],
  ])('is rejected when it %s', async (_case, archive) => {
    expectError(await upload(await archive()), 'validation_failed');
    expect((await list()).content).toEqual([]);
  });

  it('is rejected without a file, for signed-out users, and with a path outside of the archive', async () => {
    const form = api.request.post(path).set(user.auth).field('includesReplies', 'false');
    expectError(await form, 'validation_failed');
    expectError(
      await api.request.post(path).attach('file', Buffer.from(outbox), 'a'),
      'unauthenticated',
    );
    const zip = await toZip({ 'xx/outbox.json': outbox });
    const traversal = Buffer.from(
      zip.toString('latin1').replaceAll('xx/outbox', '../outbox'),
      'latin1',
    );
    expectError(await upload(traversal), 'validation_failed');
  });

  it('is rejected when it unpacks to far more than its size, before that is in memory', async () => {
    const header = await toTarHeader('media.png', 1024 ** 3);
    const zeros = gzipSync(Buffer.alloc(8 * 1024 ** 2));
    const bomb = Buffer.concat([gzipSync(header), ...Array.from({ length: 66 }, () => zeros)]);
    expect(bomb.length).toBeLessThan(1024 ** 2);
    const before = process.memoryUsage().rss;
    expectError(await upload(bomb), 'validation_failed');
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 ** 2);
  });

  it('is imported once by two requests at the same time', async () => {
    const results = await Promise.all([importAll(outbox), importAll(outbox)]);
    expect(new Set(results.map(({ addedCount }) => addedCount))).toEqual(new Set([0, 2]));
    expect((await list()).content).toHaveLength(2);
  });

  it('is not stored for an account that is deleted meanwhile', async () => {
    let release: (() => void) | undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const deletion = api.database.$transaction(async (tx) => {
      const data = { deletedAt: new Date(), suspendedAt: new Date() };
      await tx.user.update({ where: { id: user.id }, data });
      await isReleased;
    });
    const response = upload(outbox).then((result) => result);
    await expect
      .poll(async () => {
        const rows = await api.database.$queryRaw<unknown[]>`
          SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR NO KEY UPDATE%'
            AND datname = current_database()`;
        return rows.length;
      })
      .toBe(1);
    release?.();
    await deletion;
    expectError(await response, 'unauthenticated');
    expect(await api.database.importedPost.count({ where: { userId: user.id } })).toBe(0);
  });

  it('keeps the newest 20,000 posts', async () => {
    const posts = Array.from({ length: 20_010 }, (_, number) => aPost(number));
    expect(await importAll(toOutbox(posts))).toMatchObject({ addedCount: 20_000, excessCount: 10 });
    expect(await importAll(toOutbox([aPost(30_000)]))).toMatchObject({
      addedCount: 0,
      excessCount: 1,
    });
    const { content, nextCursor } = await list('?size=2');
    expect(content.map(({ parts }) => parts)).toEqual([['Post 20009'], ['Post 20008']]);
    const next = await list(`?size=1&cursor=${encodeURIComponent(nextCursor ?? '')}`);
    expect(next.content).toMatchObject([{ parts: ['Post 20007'] }]);
  });
});

describe('imported posts', () => {
  it('are hidden from others, and can be deleted one by one or all together', async () => {
    await importAll(toOutbox([aPost(1), aPost(2), aPost(3)]));
    const [first] = (await list()).content;
    const other = await createUser(api);
    const one = `/users/me/imported-posts/${first?.id}`;
    expectError(await actions.remove(other, one), 'not_found');
    await actions.remove(other, '/users/me/imported-posts').expect(200);
    await actions.remove(user, one).expect(200);
    expectError(await actions.remove(user, one), 'not_found');
    expect((await list()).content).toHaveLength(2);
    await actions.remove(user, '/users/me/imported-posts').expect(200);
    expect((await list()).content).toEqual([]);
  });
});
