import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { removeOldestImages } from '../../src/modules/threads/link-cards/link-cards.repository.ts';
import {
  createFetchPolicy,
  fetchResource,
} from '../../src/modules/threads/link-cards/fetch-resource.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { page, startSite } from '../support/site.ts';
import type { Site } from '../support/site.ts';

const publicUrl = new URL('http://skein.test');
const weekMs = 7 * 24 * 60 * 60 * 1000;

let api: TestApi;
let ann: User;
let bob: User;
let site: Site;

beforeAll(async () => {
  site = await startSite();
  api = await startTestApi({
    settings: {
      fixedSettings: { hasLinkCards: true },
      sendRequest: site.sendRequest,
    },
  });
});
beforeEach(async () => {
  site.requested.length = 0;
  // Sessions end when a test advances the clock by a week.
  ann = await createUser(api);
  bob = await createUser(api);
});
afterAll(async () => {
  await api.close();
  await site.close();
});

const post = (author: User, content: string, fields: Record<string, string> = {}) =>
  publish(api, author, { fields: { content, ...fields } });

const fetchDue = () => api.services.threads.linkCards.fetchDue(async () => undefined);

/** Publishes a thread with a link, fetches the page and returns the thread's card. */
async function getCard(content: string, author = ann) {
  const { id } = await post(author, content);
  await fetchDue();
  return (await readThread(api, author, id)).card;
}

it('shows title, description and a re-encoded image of the first link', async () => {
  site.add(
    '/a?x=1',
    page(
      'Knots &amp; splices',
      '<meta name="description" content="How to\n tie\u0007 them"><meta property="og:image" content="/image.png">',
    ),
  );
  const content = `See ${site.address('/a?x=1#top')} and ${site.address('/b')}`;
  const thread = await post(ann, content);
  expect(thread.card).toBeNull();
  expect(site.requested).toEqual([]);

  await fetchDue();
  const { card } = await readThread(api, bob, thread.id);
  expect(card).toMatchObject({
    url: site.address('/a?x=1'),
    title: 'Knots & splices',
    description: 'How to tie them',
    isVideo: false,
    image: { width: 640, height: 336 },
  });
  expect(site.requested).toEqual(['/a?x=1', '/image.png']);
  const image = await api.request.get(card?.image?.url ?? '').expect(200);
  expect(image.headers['content-type']).toBe('image/webp');
  const status = await api.request.get(`/api/v1/statuses/${thread.id}`).set(bob.auth);
  expect(status.body).toMatchObject({
    card: { type: 'link', title: 'Knots & splices', image: `http://skein.test${card?.image?.url}` },
  });
});

it('fetches a page once for all threads, and again after a week', async () => {
  site.add('/once', page('First'));
  const content = site.address('/once');
  await Promise.all([post(ann, content), post(bob, content)]);
  await Promise.all([fetchDue(), fetchDue()]);
  expect(await getCard(content, bob)).toMatchObject({ title: 'First' });
  expect(site.requested).toEqual(['/once']);

  site.add('/once', page('Second'));
  api.clock.advance(weekMs);
  expect(await getCard(content, await createUser(api))).toMatchObject({ title: 'Second' });
  expect(site.requested).toEqual(['/once', '/once']);
});

it('keeps a card after an error of its site, but not of a page that was deleted', async () => {
  site.add('/deleted', page('Deleted', '<meta property="og:image" content="/image.png">'));
  const content = site.address('/deleted');
  const url = (await getCard(content))?.image?.url ?? '';
  site.add('/deleted', page('Error'), { 'content-type': 'text/plain' });
  api.clock.advance(weekMs);
  expect(await getCard(content, await createUser(api))).toMatchObject({ title: 'Deleted' });
  site.remove('/deleted');
  api.clock.advance(weekMs);
  expect(await getCard(content, await createUser(api))).toBeNull();
  await api.services.media.sweep();
  await api.request.get(url).expect(404);
});

it('has no card for links to its own instance, which may be deleted or become private', async () => {
  const { linkCards } = api.services.threads;
  expect(linkCards.find('https://skein.test/threads/1')).toBeNull();
  expect(linkCards.find('https://skein.example/threads/1')).not.toBeNull();
});

it('shows no image that takes much memory to decode', async () => {
  const body = await sampleImage(4000, 1010).png().toBuffer();
  site.add('/huge.png', body, { 'content-type': 'image/png' });
  site.add('/huge', page('Huge', '<meta property="og:image" content="/huge.png">'));
  expect(await getCard(site.address('/huge'))).toMatchObject({ title: 'Huge', image: null });
  expect(site.requested).toContain('/huge.png');
});

it('requests a failed page again only after an hour', async () => {
  const content = site.address('/later');
  expect(await getCard(content)).toBeNull();
  site.add('/later', page('Later'));
  expect(await getCard(content)).toBeNull();
  api.clock.advance(60 * 60 * 1000);
  expect(await getCard(content)).toMatchObject({ title: 'Later' });
});

it('does not fetch links of private accounts, or of threads with attachments', async () => {
  const cleo = await createUser(api, { isPrivate: true });
  site.add('/private', page('Private'));
  expect(await getCard(site.address('/private'), cleo)).toBeNull();
  const poll = JSON.stringify({ question: 'Which?', options: ['a', 'b'], durationMinutes: 60 });
  await post(ann, site.address('/poll'), { poll });
  await fetchDue();
  expect(site.requested).toEqual([]);
  expect(await getCard(site.address('/private'))).toMatchObject({ title: 'Private' });
});

it('follows the text when a thread is edited', async () => {
  site.add('/old', page('Old'));
  site.add('/new', page('New'));
  const { id } = await post(ann, site.address('/old'));
  const edit = (content: string) =>
    api.request.put(`/api/threads/${id}`).set(ann.auth).field({ content }).expect(200);
  await edit(site.address('/new'));
  await fetchDue();
  expect((await readThread(api, ann, id)).card).toMatchObject({ title: 'New' });
  expect(site.requested).toEqual(['/new']);
  expect((await edit('No link')).body).toMatchObject({ card: null });
});

it('shortens hostile text and ignores what is not a page', async () => {
  const long = 'x'.repeat(5000);
  site.add('/long', page(`\u202E${long}`, `<meta property="og:description" content="${long}">`));
  const card = await getCard(site.address('/long'));
  expect(card?.title).toBe(`${'x'.repeat(199)}…`);
  expect(card?.description).toHaveLength(300);
  site.add('/script', '<title><script>alert(1)</script></title>');
  expect(await getCard(site.address('/script'))).toMatchObject({
    title: '<script>alert(1)</script>',
  });
  site.add('/blank', page(' \u200B '));
  expect(await getCard(site.address('/blank'))).toBeNull();
  site.add('/json', page('Not a page'), { 'content-type': 'application/json' });
  expect(await getCard(site.address('/json'))).toBeNull();
  site.add('/loop', '', { location: '/loop' });
  expect(await getCard(site.address('/loop'))).toBeNull();
  expect(site.requested.filter((path) => path === '/loop')).toHaveLength(4);
});

it('connects to public addresses only, also after a redirect', async () => {
  const policy = createFetchPolicy({ publicUrl, sendRequest: site.sendRequest });
  const fetchWith = (url: string) =>
    fetchResource(url, {
      policy,
      isAccepted: () => true,
      accept: '*/*',
      signal: AbortSignal.timeout(5000),
    });
  for (const location of [
    'http://10.0.0.1/',
    'http://[::1]/',
    'https://a.example:8443/',
    'ftp://a.example/',
    'https://skein.test/media/a',
    'http://skein.test./',
  ]) {
    site.add('/out', '', { location });
    await expect(fetchWith(site.address('/out'))).rejects.toThrow('The address is not public.');
  }
  expect(policy.isAllowed(new URL('https://example.org/'))).toBe(true);
  expect(policy.isAllowed(new URL('https://user@example.org/'))).toBe(false);
});

it('stops waiting for a page that does not end', async () => {
  const stop = new AbortController();
  const fetched = fetchResource(site.address('/endless'), {
    policy: createFetchPolicy({ publicUrl, sendRequest: site.sendRequest }),
    isAccepted: () => {
      setImmediate(() => stop.abort());
      return true;
    },
    accept: '*/*',
    signal: stop.signal,
  });
  await expect(fetched).rejects.toThrow('aborted');
});

it('deletes cards that no thread has, with their images', async () => {
  site.add('/gone', page('Gone', '<meta property="og:image" content="/image.png">'));
  const { id } = await post(ann, site.address('/gone'));
  const { linkCards } = api.services.threads;
  await fetchDue();
  const url = (await readThread(api, ann, id)).card?.image?.url ?? '';
  await api.request.delete(`/api/threads/${id}`).set(ann.auth).expect(200);
  const before = await api.database.linkCard.count();
  await linkCards.removeUnused();
  expect(await api.database.linkCard.count()).toBe(before);
  api.clock.advance(25 * 60 * 60 * 1000);
  await linkCards.removeUnused();
  expect(await api.database.linkCard.count({ where: { title: 'Gone' } })).toBe(0);
  await api.services.media.sweep();
  await api.request.get(url).expect(404);
});

it('alternates between authors when it fetches pages', async () => {
  const paths = Array.from({ length: 6 }, (_, index) => `/many-${index}`);
  for (const path of [...paths, '/single']) site.add(path, page(path));
  for (const path of paths) await post(ann, site.address(path));
  await post(bob, site.address('/single'));
  await fetchDue();
  expect(site.requested).toHaveLength(7);
  // Four pages are fetched at the same time.
  expect(site.requested.slice(0, 4)).toContain('/single');
});

it('has a card also if the server ended before it requested the page', async () => {
  site.add('/recovered', page('Recovered'));
  // Ids of threads have the real time.
  const aheadMs = api.clock.now().getTime() - Date.now();
  api.clock.advance(-aheadMs);
  const { linkCards } = api.services.threads;
  const { id } = await post(ann, site.address('/recovered'));
  await api.database.linkCard.deleteMany({ where: { url: site.address('/recovered') } });
  await linkCards.recover();
  await fetchDue();
  // It may be about to be requested.
  expect((await readThread(api, ann, id)).card).toBeNull();
  api.clock.advance(15_000);
  await linkCards.recover();
  await fetchDue();
  expect((await readThread(api, ann, id)).card).toMatchObject({ title: 'Recovered' });
  api.clock.advance(60_000);
  await linkCards.recover();
  await fetchDue();
  expect(site.requested).toEqual(['/recovered']);
  api.clock.advance(aheadMs);
});

it('keeps a limited number of images, those of the latest links', async () => {
  await api.services.media.sweep();
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    site.add(`/image-${index}`, page('Image', '<meta property="og:image" content="/image.png">'));
    ids.push((await post(bob, site.address(`/image-${index}`))).id);
    api.clock.advance(1000);
  }
  await fetchDue();
  await removeOldestImages(api.database, { max: 5, limit: 100 });
  const cards = await Promise.all(ids.map(async (id) => (await readThread(api, bob, id)).card));
  expect(cards.map((card) => card?.title)).toEqual(ids.map(() => 'Image'));
  expect(cards.map((card) => card?.image !== null)).toEqual([false, true, true, true, true, true]);
});
