import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PagePreview } from '@skein/contracts/previews';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { copyWebPage } from '../support/http/web-page.ts';
import { createPrivateAccount } from '../visibility/private-account.ts';
import type { PrivateAccountScenario } from '../visibility/private-account.ts';

let api: TestApi;
let site: Awaited<ReturnType<typeof copyWebPage>>;
let ada: User;
let scenario: PrivateAccountScenario;

beforeAll(async () => {
  site = await copyWebPage();
  api = await startTestApi({
    settings: {
      siteDirectory: site.directory,
      fixedSettings: { name: 'Ada & "Friends"' },
      publicUrl: new URL('https://skein.example'),
    },
  });
  ada = await createUser(api, { firstName: 'Ada', lastName: 'Weaver' });
  scenario = await createPrivateAccount(api);
}, 60_000);

afterAll(async () => {
  await api.close();
  await site.remove();
});

const get = (address: string) => api.request.get(address);

const entities = { amp: '&', lt: '<', gt: '>', quot: '"' } as const;

/** Decodes the text of an attribute or element like a browser. */
function unescapeHtml(text: string): string {
  return text.replaceAll(
    /&(amp|lt|gt|quot);/g,
    (_all, name: keyof typeof entities) => entities[name],
  );
}

/** The values in the head of a page, by the names of the elements. */
function readHead(html: string): Record<string, string> {
  const [head = ''] = html.split('</head>');
  const meta = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '';
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1] ?? '';
  const entries = meta.map(([, name = '', content = '']) => [name, unescapeHtml(content)] as const);
  return {
    ...Object.fromEntries(entries),
    title: unescapeHtml(title),
    canonical: unescapeHtml(canonical),
  };
}

/** The parts of responses that must be equal: all except the request id and date. */
async function comparableResponse(address: string): Promise<string> {
  const { status, headers, text } = await get(address);
  const { date: _date, 'x-request-id': _id, ...others } = headers as Record<string, string>;
  return JSON.stringify([status, others, text]);
}

const logo = 'https://skein.example/icons/icon-512.png';

describe('the page of a public thread', () => {
  it('contains the author, the text and the first image', async () => {
    const image = await sampleImage(1600, 800).png().toBuffer();
    const thread = await publish(api, ada, {
      fields: { content: 'First words\nof a thread about #weaving', altText: 'A loom' },
      files: [image],
    });
    const response = await get(`/thread/${thread.id}`).expect(200);
    const url = `https://skein.example/thread/${thread.id}`;
    const variant = thread.media[0]?.variants.find(({ width }) => width === 1280);
    const title = 'Ada Weaver: “First words of a thread about #weaving”';
    const description = 'First words of a thread about #weaving';
    expect(readHead(response.text)).toMatchObject({
      title: `${title} · Ada & "Friends"`,
      description,
      canonical: url,
      'og:site_name': 'Ada & "Friends"',
      'og:type': 'article',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': `https://skein.example${variant?.url}`,
      'og:image:width': '1280',
      'og:image:height': '640',
      'og:image:alt': 'A loom',
      'article:published_time': thread.createdAt,
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': `https://skein.example${variant?.url}`,
    });
    expect(response.text.match(/<title>|name="description"/g)).toHaveLength(2);
    expect(response.text).toContain('<div id="root">');
    const [, data = ''] =
      /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(response.text) ?? [];
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'SocialMediaPosting',
      url,
      articleBody: 'First words\nof a thread about #weaving',
      author: { name: 'Ada Weaver', alternateName: `@${ada.username}` },
    });
    const [, noScript] = response.text.split('<noscript>');
    expect(noScript).toContain('<div class="e-content"><p>First words<br />of a thread about');
    await get(variant?.url ?? '').expect(200);
  });

  it('falls back to the picture of the author, then to the logo', async () => {
    const { id } = await publish(api, ada, { fields: { content: 'Words alone' } });
    const firstHead = readHead((await get(`/thread/${id}`).expect(200)).text);
    expect(firstHead).toMatchObject({ 'og:image': logo, 'twitter:card': 'summary' });
    await get('/icons/icon-512.png').expect(200).expect('Content-Type', 'image/png');
    const picture = await sampleImage().png().toBuffer();
    await api.request
      .put('/api/users/me')
      .set(ada.auth)
      .attach('profileImage', picture, 'a.png')
      .expect(200);
    const head = readHead((await get(`/thread/${id}`).expect(200)).text);
    expect(head['og:image']).toMatch(/^https:\/\/skein\.example\/media\/[\w-]+\/400\.webp$/);
    expect(head).toMatchObject({ 'og:image:width': '400', 'og:image:alt': 'Ada Weaver' });
  });

  it('contains the content warning instead of text and files', async () => {
    const image = await sampleImage(1600, 800).png().toBuffer();
    const fields = { content: 'The butler did it', contentWarning: 'Spoilers', altText: 'A knife' };
    const { id, media } = await publish(api, ada, { fields, files: [image] });
    const { text } = await get(`/thread/${id}`).expect(200);
    expect(readHead(text)).toMatchObject({
      'og:title': 'Ada Weaver: “Spoilers”',
      'og:description': 'Spoilers',
    });
    for (const hidden of ['butler', 'knife', media[0]?.mediaUrl ?? '']) {
      expect(text).not.toContain(hidden);
    }
  });

  it('contains the text but no file that is marked as sensitive', async () => {
    const image = await sampleImage(1600, 800).png().toBuffer();
    const fields = { content: 'A walk', isSensitive: 'true', altText: 'A wound' };
    const { id, media } = await publish(api, ada, { fields, files: [image] });
    const { text } = await get(`/thread/${id}`).expect(200);
    expect(readHead(text)).toMatchObject({ 'og:description': 'A walk' });
    for (const hidden of ['wound', media[0]?.mediaUrl ?? '']) expect(text).not.toContain(hidden);
  });

  it('is revalidated on each visit and the same for all visitors', async () => {
    const { id } = await publish(api, ada, { fields: { content: 'Cached' } });
    const response = await get(`/thread/${id}`).set('Accept-Encoding', 'gzip').expect(200);
    const { etag = '', ...headers } = response.headers as Record<string, string>;
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Language, Accept-Encoding',
    });
    const revalidate = () =>
      get(`/thread/${id}`).set('Accept-Encoding', 'gzip').set('If-None-Match', etag);
    await revalidate().expect(304);
    const signedIn = await get(`/thread/${id}`).set(ada.auth).set('Accept-Encoding', 'gzip');
    expect(signedIn.headers['etag']).toBe(etag);
    await api.request.delete(`/api/threads/${id}`).set(ada.auth).expect(200);
    await revalidate().expect(404);
  });

  it('escapes user content', async () => {
    const eve = await createUser(api, { firstName: '"><script>', lastName: '</title>&amp;' });
    const content = `</title></head><script>alert(1)</script>"'&lt; $& $\``;
    const { id } = await publish(api, eve, {
      fields: { content, altText: '"><img src=x onerror=alert(1)>' },
      files: [await sampleImage().png().toBuffer()],
    });
    for (const address of [`/thread/${id}`, `/profile/${eve.username}`]) {
      const { text } = await get(address).expect(200);
      expect(readHead(text)['og:title']).toContain('"><script> </title>&amp;');
      // Two of the app and the structured data.
      expect(text.match(/<script/g)).toHaveLength(3);
      expect(text.match(/<\/title>|<\/head>/g)).toHaveLength(2);
      expect(text).not.toMatch(/<img (?!class="u-photo)/);
    }
    const head = readHead((await get(`/thread/${id}`)).text);
    expect(head['description']).toBe(content);
    expect(head['og:image:alt']).toBe('"><img src=x onerror=alert(1)>');
  });
});

describe('the page of a public profile', () => {
  it('contains the name, by username and by id', async () => {
    const ben = await createUser(api, { firstName: 'Ben', lastName: 'Loom' });
    await api.request.put('/api/users/me').set(ben.auth).send({ bio: 'I weave.' }).expect(200);
    for (const name of [ben.username, ben.username.toUpperCase(), ben.id]) {
      const { text } = await get(`/profile/${name}`).expect(200);
      expect(readHead(text)).toMatchObject({
        title: `Ben Loom (@${ben.username}) · Ada & "Friends"`,
        description: 'I weave.',
        canonical: `https://skein.example/profile/${ben.username}`,
        'og:type': 'profile',
        'og:image': logo,
      });
    }
  });

  it('redirects from a former username, unless the account is private', async () => {
    const dan = await createUser(api);
    const update = api.request.put('/api/users/me').set(dan.auth);
    await update.send({ username: 'dan.moved' }).expect(200);
    for (const [suffix, location] of [
      ['?tab=replies', '/profile/dan.moved?tab=replies'],
      ['/feed.atom', 'https://skein.example/profile/dan.moved/feed.atom'],
    ] as const) {
      const response = await get(`/profile/${dan.username}${suffix}`).expect(302);
      expect(response.headers).toMatchObject({ location, 'cache-control': 'no-cache' });
    }
    await api.request.put('/api/users/me').set(dan.auth).send({ isPrivate: true }).expect(200);
    await get(`/profile/${dan.username}`).expect(404);
  });
});

describe('the page of a hashtag', () => {
  it('has a preview while a public thread uses the tag', async () => {
    await publish(api, ada, { fields: { content: 'About #Été' } });
    const { text } = await get(`/hashtag/${encodeURIComponent('ÉTÉ')}`).expect(200);
    expect(readHead(text)).toMatchObject({
      title: '#été · Ada & "Friends"',
      canonical: `https://skein.example/hashtag/${encodeURIComponent('été')}`,
      'og:type': 'website',
    });
    await get('/hashtag/neverused').expect(404);
  });
});

describe('the language of a page', () => {
  const read = async (address: string, language: string) =>
    (await get(address).set('Accept-Language', language)).text;

  it('is German for visitors who prefer it, and otherwise English', async () => {
    const text = await read('/login', 'de-CH, en;q=0.8');
    expect(text).toContain('<html lang="de">');
    expect(text).toContain('<noscript>Diese Anwendung benötigt JavaScript.</noscript>');
    expect(readHead(text)['description']).toBe('Kurze Threads, Unterhaltungen und Live-Chat.');
    for (const language of ['en', 'fr', '*']) {
      const english = await read('/login', language);
      expect(english).toContain('<html lang="en">');
      expect(english).toContain('<noscript>This application needs JavaScript.</noscript>');
      expect(readHead(english)['description']).toBe('Short threads, conversations and live chat.');
    }
  });

  it('applies to the texts of link previews, but not to what users wrote', async () => {
    const cleo = await createUser(api, { firstName: 'Cleo', lastName: 'Reel' });
    const { id } = await publish(api, cleo, {
      fields: { content: '' },
      files: [await sampleImage().png().toBuffer()],
    });
    await publish(api, cleo, { fields: { content: 'About #spools' } });
    const title = `Cleo Reel (@${cleo.username})`;
    const instance = 'Ada & "Friends"';
    expect(readHead(await read(`/thread/${id}`, 'de'))).toMatchObject({
      'og:title': title,
      description: `Ein Thread von ${title}`,
      'og:image:alt': 'Bild von Cleo Reel',
    });
    const expected: [address: string, german: string, english: string][] = [
      [
        `/profile/${cleo.username}`,
        `Threads von ${title} auf ${instance}`,
        `Threads by ${title} on ${instance}`,
      ],
      [
        '/hashtag/spools',
        `Threads mit #spools auf ${instance}`,
        `Threads about #spools on ${instance}`,
      ],
    ];
    for (const [address, german, english] of expected) {
      expect(readHead(await read(address, 'de'))['og:description']).toBe(german);
      expect(readHead(await read(address, 'en'))['og:description']).toBe(english);
    }
  });
});

describe('a page that is not public', () => {
  it('looks the same as a page that does not exist', async () => {
    const { target, followerContent, ownerContent, owner } = scenario;
    const suspended = await createUser(api);
    const { id: suspendedId } = await publish(api, suspended, {
      fields: { content: 'zorbasuspended #zorbagone' },
    });
    await api.database.user.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    const { id: deletedId } = await publish(api, ada, { fields: { content: 'zorbadeleted' } });
    const replyTo = (parentThreadId: string) =>
      publish(api, ada, { fields: { content: 'Below', parentThreadId } });
    await replyTo(deletedId);
    await api.request.delete(`/api/threads/${deletedId}`).set(ada.auth).expect(200);
    const below = await api.database.thread.findFirstOrThrow({ where: { content: 'zorbabelow' } });

    const unknownThread = await comparableResponse(`/thread/${newId()}`);
    expect(unknownThread).toContain('<title>Ada &amp; &quot;Friends&quot;</title>');
    expect(unknownThread).not.toMatch(/og:|twitter:|canonical/);
    const hidden = [target.threadId, target.replyId, target.pollThreadId, below.id];
    const addresses = [
      ...[...hidden, suspendedId, deletedId, 'no-id', '%E0%A4%A', '%00'].map(
        (id) => `/thread/${id}`,
      ),
      ...[target.username, target.userId, suspended.username, '%00', 'a%2Fb'].map(
        (name) => `/profile/${name}`,
      ),
      ...['zorbatag', 'zorbagone', 'two words', '%00'].map((tag) => `/hashtag/${tag}`),
    ];
    const revealing: string[] = [];
    for (const address of addresses) {
      if ((await comparableResponse(address)) !== unknownThread) revealing.push(address);
    }
    expect(revealing).toEqual([]);
    const words = [
      ...followerContent,
      ...ownerContent,
      owner.name,
      'zorbasuspended',
      'zorbadeleted',
    ];
    expect(words.filter((word) => unknownThread.includes(word))).toEqual([]);
  });

  it('does not appear in the preview of a public thread that quotes it', async () => {
    const quote = await api.database.thread.findFirstOrThrow({
      where: { content: 'A public quote' },
    });
    const { text } = await get(`/thread/${quote.id}`).expect(200);
    expect(text).toContain('A public quote');
    expect(scenario.followerContent.filter((word) => text.includes(word))).toEqual([]);
    expect(text).not.toContain(scenario.owner.username);
  });

  it('has no preview as soon as the account becomes private', async () => {
    const cy = await createUser(api);
    const { id } = await publish(api, cy, { fields: { content: 'Soon private #cytag' } });
    const addresses = [`/thread/${id}`, `/profile/${cy.username}`, '/hashtag/cytag'];
    for (const address of addresses) await get(address).expect(200);
    await api.request.put('/api/users/me').set(cy.auth).send({ isPrivate: 'true' }).expect(200);
    for (const address of addresses) await get(address).expect(404);
  });
});

describe('a failed preview', () => {
  it('returns the page with status 429 beyond the rate limit', async () => {
    const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
    const rateLimitRules = rules && { ...rules, signedOut: { max: 2, seconds: 600 } };
    const settings = {
      siteDirectory: site.directory,
      rateLimitRules,
    };
    const limited = await startTestApi({ settings });
    onTestFinished(() => limited.close());
    const address = `/thread/${newId()}`;
    await limited.request.get(address).expect(404);
    await limited.request.get(address).expect(404);
    const response = await limited.request.get(address).expect(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.text).toContain('<div id="root">');
    await limited.request.get('/feed').expect(200);
  });

  it('returns the page with status 503 during a database outage', async () => {
    const databaseUrl = 'postgresql://nobody@127.0.0.1:1/nothing';
    const settings = { siteDirectory: site.directory };
    const down = await startTestApi({ databaseUrl, settings });
    onTestFinished(() => down.close());
    const response = await down.request.get('/profile/ada').expect(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.text).toContain('<div id="root">');
    await down.request.get('/feed').expect(200);
  });
});

describe('search engines', () => {
  it('are asked not to index when the setting says so', async () => {
    const settings = { siteDirectory: site.directory, isIndexable: false };
    const notIndexable = await startTestApi({ settings });
    onTestFinished(() => notIndexable.close());
    const response = await notIndexable.request.get('/feed').expect(200);
    expect(response.headers['x-robots-tag']).toBe('noindex');
  });
});

describe('robots.txt', () => {
  it('excludes crawlers only from the API', async () => {
    const response = await get('/robots.txt')
      .expect(200)
      .expect('Content-Type', /^text\/plain/);
    const rules = response.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Sitemap: https://skein.example/sitemap.xml',
    ]);
    expect(response.headers['x-robots-tag']).toBeUndefined();
  });
});

describe('GET /previews', () => {
  // The pages above use up the limit of visitors.
  beforeAll(() => api.clock.advance(60_000));

  const preview = (path: string) => get(`/api/previews?path=${encodeURIComponent(path)}`);

  it('describes a public thread or profile to visitors who sign in to open it', async () => {
    const image = await sampleImage(1600, 800).png().toBuffer();
    const { id } = await publish(api, ada, {
      fields: { content: 'Lock and key', altText: 'A lock' },
      files: [image],
    });
    const author = { name: 'Ada Weaver', username: ada.username };
    const response = await preview(`/thread/${id}?from=link`).expect(200);
    const thread = response.body as PagePreview;
    expect(thread).toMatchObject({ kind: 'thread', author, text: 'Lock and key' });
    expect(thread.image?.altText).toBe('A lock');
    await get(thread.image?.url ?? '').expect(200);
    const profile = await preview(`/profile/${ada.username.toUpperCase()}`).expect(200);
    expect(profile.body).toMatchObject({ kind: 'profile', author, text: '', image: null });
  });

  it('covers sensitive media, and shows a warning instead of the text', async () => {
    const files = [await sampleImage().png().toBuffer()];
    const fields = { content: 'The butler', contentWarning: 'Spoilers', isSensitive: 'true' };
    const { id } = await publish(api, ada, { fields, files });
    const response = await preview(`/thread/${id}`).expect(200);
    expect(response.body).toMatchObject({ text: 'Spoilers', image: null, hasCoveredMedia: true });
  });

  it('returns the same 404 for pages that are not public and for unknown ones', async () => {
    const { threadId, userId, username } = scenario.target;
    const hidden = [`/thread/${threadId}`, `/profile/${username}`, `/profile/${userId}`];
    for (const path of [...hidden, `/thread/${newId()}`, '/thread/%', '/settings', '//thread/1']) {
      const response = await preview(path).expect(404);
      expect(response.body).toMatchObject({ code: 'not_found' });
    }
  });
});
