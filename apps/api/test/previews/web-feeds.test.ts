import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Thread } from '@skein/contracts/threads';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const origin = 'https://skein.example';

let api: TestApi;
let ada: User;
let ben: User;
let words: Thread;
let picture: Thread;
let reply: Thread;

beforeAll(async () => {
  api = await startTestApi({ settings: { publicUrl: new URL(origin) } });
  ada = await createUser(api, { firstName: 'Ada', lastName: 'Weaver' });
  ben = await createUser(api);
  words = await publish(api, ada, { fields: { content: 'Wool & <b>linen</b>\n\n#weaving' } });
  const files = [await sampleImage().png().toBuffer()];
  picture = await publish(api, ada, { fields: { content: '', altText: 'A loom' }, files });
  const fields = { content: 'Which wool? #weaving', parentThreadId: words.id };
  reply = await publish(api, ben, { fields });
});

afterAll(() => api.close());

const getUrl = ({ id }: { id: string }) => `${origin}/thread/${id}`;

async function read(path: string) {
  const response = await fetch(`http://127.0.0.1:${api.port}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function readUrls(path: string): Promise<(string | undefined)[]> {
  const { items = [] } = parseJsonFeed((await read(path)).text);
  return items.map(({ url }) => url);
}

describe('the Atom feed of a profile', () => {
  it('contains the whole text and the files of threads, newest first', async () => {
    const profile = `${origin}/profile/${ada.username}`;
    const { headers, text } = await read(`/profile/${ada.username}/feed.atom`);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const feed = parseAtomFeed(text);
    expect(feed).toMatchObject({
      id: profile,
      title: { value: `Ada Weaver (@${ada.username})` },
      updated: picture.createdAt,
    });
    expect(feed.links).toContainEqual(
      expect.objectContaining({ rel: 'self', href: `${profile}/feed.atom` }),
    );
    const [newest, oldest] = feed.entries ?? [];
    expect(newest).toMatchObject({
      id: getUrl(picture),
      title: { value: 'A thread by Ada Weaver' },
    });
    expect(newest?.content?.value).toContain('alt="A loom"');
    expect(newest?.links).toContainEqual({
      rel: 'enclosure',
      type: 'image/webp',
      href: `${origin}${picture.media[0]?.mediaUrl}`,
      length: expect.any(Number) as number,
    });
    expect(oldest).toMatchObject({
      id: getUrl(words),
      title: { value: 'Wool & <b>linen</b> #weaving' },
      authors: [{ name: 'Ada Weaver', uri: profile }],
      categories: [{ term: 'weaving' }],
    });
    expect(oldest?.content?.value).toMatch(
      /^<p>Wool &amp; &lt;b&gt;linen&lt;\/b&gt;<\/p><p><a href=/,
    );
  });

  it('links former usernames to the present profile', async () => {
    const [author, member] = [await createUser(api), await createUser(api)];
    const content = `@${member.username} @${ben.username}`;
    await publish(api, author, { fields: { content } });
    const update = api.request.put('/api/users/me').set(member.auth);
    await update.send({ username: 'moved.member' }).expect(200);
    const { text } = await read(`/profile/${author.username}/feed.atom`);
    const html = parseAtomFeed(text).entries?.[0]?.content?.value ?? '';
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      `${origin}/profile/moved.member`,
      `${origin}/profile/${ben.username}`,
    ]);
  });

  it('is not sent again to a reader that has it', async () => {
    const path = `/profile/${ada.username}/feed.atom`;
    const { headers, text } = await read(path);
    const etag = headers.get('etag') ?? '';
    expect((await read(path)).text).toBe(text);
    await api.request.get(path).set('If-None-Match', etag).expect(304);
    await api.request
      .get(path)
      .set({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' })
      .expect(304);
    const modified = headers.get('last-modified') ?? '';
    expect(modified).toBe(new Date(picture.createdAt).toUTCString());
    await api.request.get(path).set('If-Modified-Since', modified).expect(304);
  });

  it('without threads has the time of the registration', async () => {
    const author = await createUser(api);
    const { text } = await read(`/profile/${author.username}/feed.atom`);
    const { updated = '' } = parseAtomFeed(text);
    expect(Date.now() - Date.parse(updated)).toBeLessThan(3_600_000);
  });

  it('is well-formed with a text of characters that XML forbids', async () => {
    const author = await createUser(api);
    const { id } = await publish(api, author, { fields: { content: 'odd end' } });
    // Such texts were accepted before.
    await api.database.$executeRaw`
      UPDATE threads SET content = ${'odd \uFFFE\uFFFF end'} WHERE id = ${id}::uuid`;
    const { text } = await read(`/profile/${author.username}/feed.atom`);
    expect(text).toContain('end');
    expect(text).not.toMatch(/[\uFFFE\uFFFF]/);
  });
});

describe('JSON feeds', () => {
  it('list the threads of a user, the threads with a hashtag and the replies to a thread', async () => {
    expect(await readUrls(`/profile/${ada.username}/feed.json`)).toEqual(
      [picture, words].map(getUrl),
    );
    expect(await readUrls('/hashtag/Weaving/feed.json')).toEqual([reply, words].map(getUrl));
    expect(await readUrls(`/thread/${words.id}/feed.json`)).toEqual([getUrl(reply)]);
  });

  it('contain a content warning instead of the thread, and no sensitive files', async () => {
    const author = await createUser(api);
    const files = [await sampleImage().png().toBuffer()];
    const warned = { content: 'The butler did it', contentWarning: 'Spoilers', altText: 'A knife' };
    await publish(api, author, { fields: warned, files });
    await publish(api, author, {
      fields: { content: 'A walk', isSensitive: 'true', altText: 'A wound' },
      files,
    });
    const { text } = await read(`/profile/${author.username}/feed.json`);
    const { items = [] } = parseJsonFeed(text);
    expect(items.map(({ title, attachments }) => [title, attachments?.length ?? 0])).toEqual([
      ['A walk', 0],
      ['Spoilers', 0],
    ]);
    expect(text).not.toMatch(/butler|knife|wound/);
  });
});

describe('an account that is private or not shown outside', () => {
  it.each([{ isPrivate: true }, { isShownOutside: false }])(
    'has the same pages and feeds as one that does not exist (%o)',
    async (setting) => {
      const author = await createUser(api);
      const thread = await publish(api, author, {
        fields: { content: 'For members #membersonly' },
      });
      const fields = { content: 'Hidden words', parentThreadId: words.id };
      const { id: hiddenReply } = await publish(api, author, { fields });
      const paths = [
        `/profile/${author.username}/feed.json`,
        `/thread/${thread.id}/feed.atom`,
        '/hashtag/membersonly/feed.atom',
        `/.well-known/webfinger?resource=acct:${author.username}@skein.example`,
      ];
      for (const path of paths) expect((await read(path)).status).toBe(200);
      await api.request.put('/api/users/me').set(author.auth).send(setting).expect(200);

      for (const path of paths) expect((await read(path)).status).toBe(404);
      expect(await readUrls(`/thread/${words.id}/feed.json`)).not.toContain(
        getUrl({ id: hiddenReply }),
      );
      const status = 'isPrivate' in setting ? 404 : 200;
      await api.request.get(`/api/threads/${thread.id}`).set(ben.auth).expect(status);
    },
  );

  it('do not exist for names that cannot exist', async () => {
    for (const name of ['%00', '%E0%A4', '..', 'a b']) {
      for (const kind of ['profile', 'thread', 'hashtag']) {
        const { status } = await read(`/${kind}/${name}/feed.atom`);
        expect([400, 404], `${kind} ${name}`).toContain(status);
      }
    }
  });
});
