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
let thread: Thread;
let hidden: Thread[];

beforeAll(async () => {
  const fixedSettings = { name: 'Weavers & Co' };
  const settings = { publicUrl: new URL(origin), fixedSettings, isIndexable: true };
  api = await startTestApi({ settings });
  ada = await createUser(api, { firstName: 'Ada', lastName: 'Weaver' });
  const fields = { content: 'Wool & <b>linen</b>\n#weaving', altText: 'A "loom"' };
  thread = await publish(api, ada, { fields, files: [await sampleImage().png().toBuffer()] });
  const others = await Promise.all([
    createUser(api, { isPrivate: true }),
    createUser(api),
    createUser(api),
  ]);
  hidden = await Promise.all(
    others.map((author) => publish(api, author, { fields: { content: 'Not for everyone' } })),
  );
  const [, inside, deleting] = others;
  await api.request
    .put('/api/users/me')
    .set(inside.auth)
    .field('isShownOutside', 'false')
    .expect(200);
  await api.request.delete(`/api/threads/${hidden[2]?.id}`).set(deleting.auth).expect(200);
});

afterAll(() => api.close());

const oEmbed = (query: Record<string, string | number>) =>
  api.request.get('/api/oembed').query(query);
const getAddress = ({ id }: Thread) => `${origin}/thread/${id}`;

describe('oEmbed', () => {
  it('describes a public thread and its frame, no larger than requested', async () => {
    const found = await oEmbed({ url: getAddress(thread), maxwidth: 400 }).expect(200);
    expect(found.headers['access-control-allow-origin']).toBe('*');
    expect(found.body).toMatchObject({
      version: '1.0',
      type: 'rich',
      author_name: 'Ada Weaver',
      author_url: `${origin}/profile/${ada.username}`,
      provider_name: 'Weavers & Co',
      width: 400,
    });
    const { html, height } = found.body as { html: string; height: number };
    expect(html).toContain(`src="${origin}/embed/thread/${thread.id}"`);
    expect(html).not.toContain('<b>');
    const limited = await oEmbed({ url: getAddress(thread), maxheight: 150 }).expect(200);
    expect(limited.body).toMatchObject({ width: 550, height: 150 });
    expect(height).toBeGreaterThan(150);
  });

  it('returns 404 for everything that signed-out visitors cannot see, and 501 for XML', async () => {
    const urls = [
      ...hidden.map(getAddress),
      `${origin}/thread/019b0000-0000-7000-8000-000000000000`,
      `https://elsewhere.example/thread/${thread.id}`,
      `${origin}/profile/${ada.username}`,
      'javascript:alert(1)',
      '',
    ];
    const notFound = {
      error: 'Record not found',
      error_description: 'Nothing was found at this address.',
    };
    for (const url of urls) {
      const response = await oEmbed({ url });
      expect([url, response.status, response.body]).toEqual([url, 404, notFound]);
    }
    await oEmbed({ url: getAddress(thread), format: 'xml' }).expect(501);
  });
});

describe('the embed page', () => {
  it('can be framed by any site, runs no script and shows text as text', async () => {
    const { text, headers } = await api.request.get(`/embed/thread/${thread.id}`).expect(200);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(text).toContain('Wool &amp; &lt;b&gt;linen&lt;/b&gt;');
    expect(text).toContain('alt="A &quot;loom&quot;"');
    expect(text).toContain('View on Weavers &amp; Co');
    expect(text).not.toContain('<script');
  });

  it('shows a content warning instead of the text', async () => {
    const fields = { content: 'The butler did it', contentWarning: 'Spoilers' };
    const { id } = await publish(api, ada, { fields });
    const { text } = await api.request.get(`/embed/thread/${id}`).expect(200);
    expect(text).toContain('Content warning: Spoilers');
    expect(text).not.toContain('butler');
  });

  it('is the same for all threads that signed-out visitors cannot see', async () => {
    const ids = [...hidden.map(({ id }) => id), '019b0000-0000-7000-8000-000000000000', 'x'];
    const pages = await Promise.all(
      ids.map(async (id) => (await api.request.get(`/embed/thread/${id}`).expect(404)).text),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain("This thread isn't available.");
  });
});

describe('the sitemaps', () => {
  const read = async (path: string) => (await api.request.get(path).expect(200)).text;

  it('list public threads and profiles only', async () => {
    expect(await read('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
    expect(await read('/sitemap.xml')).toContain(`<loc>${origin}/sitemap-threads.xml</loc>`);
    const threads = await read('/sitemap-threads.xml');
    expect(threads).toContain(`<loc>${getAddress(thread)}</loc>`);
    for (const { id } of hidden) expect(threads).not.toContain(id);
    const profiles = await read('/sitemap-profiles.xml');
    expect(profiles).toContain(`<loc>${origin}/profile/${ada.username}</loc>`);
    for (const { userUsername } of hidden.slice(0, 2)) {
      expect(userUsername).not.toBeNull();
      expect(profiles).not.toContain(userUsername);
    }
  });
});
