import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertRemoteMedia } from '../../src/modules/federation/remote-media/remote-media.repository.ts';
import type { TestApi } from '../support/api.ts';
import { signInWithMasto } from '../mastodon/support.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createFederationActions } from './actions.ts';
import { deliver, startInstance } from './instances.ts';
import { createNetwork, startRemoteServer } from './network.ts';
import type { RemoteServer } from './network.ts';

const network = createNetwork();
const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;
let photo: Buffer;

beforeAll(async () => {
  [api, remote] = await Promise.all([
    startInstance(network, 'one.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
  const background = { r: 90, g: 120, b: 200 };
  photo = await sharp({ create: { width: 600, height: 500, channels: 3, background } })
    .png()
    .toBuffer();
  remote.files.set('/photo.png', { content: photo });
});
beforeEach(async () => {
  // A test that moves the clock ends the sessions.
  ann = await createUser(api);
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api.close(), remote.close()]));

const { addFollower, follow, followRemote, newNote, receive, send } = createFederationActions(
  () => ({
    api,
    remote,
    user: ann,
  }),
);

/** Adds an account with images, which follows the user. Returns its profile. */
async function addPictured(name: string, changes: object = {}) {
  const icon = { type: 'Image', url: `${remote.origin}/photo.png` };
  const account = await addFollower(name, ann, { icon, ...changes });
  return { account, ...(await readProfile(name)) };
}

async function readProfile(name: string) {
  const response = await actions.profile(ann, `${name}@remote.example`).expect(200);
  return response.body as { id: string; picture: string; banner: string | null };
}

/** A file of an account, which no row of this server shows. */
async function insertFile(url: string): Promise<string> {
  const { id } = await readProfile('ben').catch(() => addPictured('ben'));
  return api.database.$transaction((tx) =>
    insertRemoteMedia(tx, {
      ownerId: id,
      kind: 'attachment',
      uri: new URL(url, remote.origin).href,
    }),
  );
}

const fetchedPhotos = () => remote.fetched.filter((file) => file.startsWith('/photo'));

it('shows the picture and banner of an account from its own address, in the usual sizes', async () => {
  const { picture, banner } = await addPictured('ada', {
    image: [{ type: 'Image', url: { type: 'Link', href: `${remote.origin}/photo.png` } }],
  });
  expect(picture).toMatch(/^\/media\/[0-9a-f]{32}\/400\.webp$/);
  expect(banner).toMatch(/^\/media\/[0-9a-f]{32}\/1500\.webp$/);
  expect(fetchedPhotos()).toEqual([]);

  const response = await api.request.get(picture).expect(200);
  expect(response.headers).toMatchObject({ 'content-type': 'image/webp' });
  const body: unknown = response.body;
  const { width, height } = await sharp(body as Buffer).metadata();
  expect({ width, height }).toEqual({ width: 400, height: 400 });
  await api.request.get(picture.replace('400', '96')).expect(200);
  await api.request.get(banner ?? '').expect(200);
  expect(fetchedPhotos()).toHaveLength(2);
  // The policy of pages allows only files of this server.
  const page = await api.request.get('/profile/ada@remote.example');
  expect(page.headers['content-security-policy']).toMatch(/img-src 'self'(?: (?:data|blob):)*;/);
});

it('fetches a file once for several requests and servers', async () => {
  const { picture } = await addPictured('busy');
  const other = await startInstance(network, 'one.example', {
    databaseUrl: api.databaseUrl,
    mediaLocation: { kind: 'folder', directory: path.join(api.dataDirectory, 'media') },
  });
  try {
    const responses = await Promise.all(
      [api, other, api, other].map(({ request }) => request.get(picture)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(fetchedPhotos()).toHaveLength(1);
  } finally {
    network.add('one.example', api.port);
    await other.close();
  }
});

it('removes a replaced picture, and shows the new one', async () => {
  const { account, picture } = await addPictured('changing');
  await api.request.get(picture).expect(200);
  remote.files.set('/photo-2.png', { content: photo });
  const document = remote.documents.get('/users/changing');
  remote.documents.set('/users/changing', {
    ...document,
    icon: { type: 'Image', url: `${remote.origin}/photo-2.png` },
  });
  await send(account, 'Update', account.uri).expect(202);
  const changed = await readProfile('changing');
  expect(changed.picture).not.toBe(picture);
  await api.request.get(changed.picture).expect(200);
  await api.services.media.sweep();
  await api.request.get(picture).expect(404);
  await api.request.get(changed.picture).expect(200);
});

it('stores attachments as local files, and redirects to the name that fits', async () => {
  const key = await insertFile('/photo.png');
  await api.request.get(`/media/${key}/original.webp`).expect(200);
  await api.request.get(`/media/${key}/320.webp`).expect(200);
  const missing = await api.request.get(`/media/${key}/1280.webp`).expect(302);
  expect(missing.headers).toMatchObject({ location: `/media/${key}/original.webp` });
  await api.request.get(`/media/${key}/poster.webp`).expect(404);
  await api.request.get(`/media/${key}/original.svg`).expect(404);
  expect(fetchedPhotos()).toHaveLength(1);
});

it.each([
  { name: 'a missing file', file: { status: 404 }, isRejected: false },
  { name: 'a file that is no picture', file: { content: Buffer.from('<svg/>') }, isRejected: true },
  {
    name: 'a file of more than 100 MB',
    file: { headers: { 'content-length': String(101 * 1024 ** 2) } },
    isRejected: true,
  },
  {
    name: 'a redirect to a private address',
    file: { status: 302, headers: { location: 'https://127.0.0.1/photo.png' } },
    isRejected: false,
  },
  {
    name: 'a redirect to this server',
    file: { status: 302, headers: { location: 'https://one.example/media/a/original.webp' } },
    isRejected: false,
  },
  {
    name: 'endless redirects',
    file: { status: 302, headers: { location: '/photo-bad' } },
    isRejected: false,
  },
  {
    name: 'another protocol',
    file: { status: 302, headers: { location: 'http://remote.example/photo.png' } },
    isRejected: false,
  },
])('does not show $name, and remembers it for an hour', async ({ file, isRejected }) => {
  remote.files.set('/photo-bad', file);
  const key = await insertFile('/photo-bad');
  await api.request.get(`/media/${key}/original.webp`).expect(404);
  const { length } = fetchedPhotos();
  expect(length).toBeGreaterThan(0);
  await api.request.get(`/media/${key}/original.webp`).expect(404);
  expect(fetchedPhotos()).toHaveLength(length);
  const row = await api.database.remoteMedia.findFirstOrThrow({ where: { storageKey: key } });
  expect(row.isRejected).toBe(isRejected);

  remote.files.set('/photo-bad', { content: photo });
  api.clock.advance(61 * 60 * 1000);
  await api.request.get(`/media/${key}/original.webp`).expect(isRejected ? 404 : 200);
});

it('follows three redirects, and never requests the address of a key that no row contains', async () => {
  remote.files.set('/photo-1', { status: 301, headers: { location: '/photo.png' } });
  const key = await insertFile('/photo-1');
  await api.request.get(`/media/${key}/original.webp`).expect(200);
  const { length } = remote.fetched;
  const unknownKey = key.replaceAll(/[0-9]/g, 'a');
  await api.request.get(`/media/${unknownKey}/original.webp`).expect(404);
  expect(remote.fetched).toHaveLength(length);
});

it('deletes files that were not used for 14 days, and fetches them again when needed', async () => {
  const used = `/media/${await insertFile('/photo.png')}/original.webp`;
  const unused = `/media/${await insertFile('/photo.png')}/original.webp`;
  const { federation } = api.services;
  for (const file of [used, unused]) await api.request.get(file).expect(200);
  await federation?.remoteMedia.recordUses();
  api.clock.advance(8 * dayMs);
  await api.request.get(used).expect(200);
  await federation?.remoteMedia.recordUses();
  api.clock.advance(8 * dayMs);
  const files = await api.listFiles();
  remote.fetched.length = 0;
  await federation?.remoteMedia.removeUnused();
  expect((await api.listFiles()).length).toBeLessThan(files.length);
  await api.request.get(used).expect(200);
  expect(fetchedPhotos()).toEqual([]);
  await api.request.get(unused).expect(200);
  expect(fetchedPhotos()).toHaveLength(1);
});

it('removes what a killed server has left, and fetches it again when needed', async () => {
  const [deleting, fetching] = [await insertFile('/photo.png'), await insertFile('/photo.png')];
  const { federation, mediaStore } = api.services;
  for (const key of [deleting, fetching]) {
    await api.request.get(`/media/${key}/original.webp`).expect(200);
  }
  const claimedUntil = new Date(api.clock.now().getTime() + 60_000);
  const where = { storageKey: { in: [deleting, fetching] } };
  await api.database.remoteMedia.updateMany({ where, data: { claimedUntil } });
  await api.database.remoteMedia.update({ where: { storageKey: fetching }, data: { bytes: 0 } });
  const countFiles = async () => {
    const files = await Promise.all([deleting, fetching].map((key) => mediaStore.list(key)));
    return files.map(({ length }) => length);
  };

  await federation?.remoteMedia.removeUnused();
  expect(await countFiles()).not.toContain(0);
  api.clock.advance(20 * 60_000);
  await federation?.remoteMedia.removeUnused();
  expect(await countFiles()).toEqual([0, 0]);
  const rows = await api.database.remoteMedia.findMany({ where });
  expect(rows.map(({ bytes, claimedUntil: claim }) => [Number(bytes), claim])).toEqual([
    [0, null],
    [0, null],
  ]);
  for (const key of [deleting, fetching]) {
    await api.request.get(`/media/${key}/original.webp`).expect(200);
  }
});

it('keeps the files within the quota by removing those that nobody uses', async () => {
  const small = await startInstance(network, 'small.example', {
    databaseUrl: api.databaseUrl,
    mediaLocation: { kind: 'folder', directory: path.join(api.dataDirectory, 'media') },
    remoteMediaBytes: 1,
    clock: api.clock,
  });
  try {
    const [first, second] = [await insertFile('/photo.png'), await insertFile('/photo.png')];
    api.clock.advance(3 * 60 * 60 * 1000);
    await small.request.get(`/media/${first}/original.webp`).expect(200);
    // The first was used a moment ago.
    await small.request.get(`/media/${second}/original.webp`).expect(507);
    api.clock.advance(3 * 60 * 60 * 1000);
    await small.request.get(`/media/${second}/original.webp`).expect(200);
    const stored = await api.database.remoteMedia.findMany({ where: { bytes: { gt: 0 } } });
    expect(stored.map(({ storageKey }) => storageKey)).toEqual([second]);
  } finally {
    await small.close();
  }
});

it('deletes the files of an account with it', async () => {
  const { id, picture } = await addPictured('leaving');
  await api.request.get(picture).expect(200);
  await api.database.user.delete({ where: { id } });
  await api.services.media.sweep();
  await api.request.get(picture).expect(404);
});

interface ThreadWithFiles {
  media: { id: string; mediaUrl: string; variants: { url: string; width: number }[] }[];
  remote: { attachments: { url: string }[] };
}

it('shows the files of a thread from this server, and those that were rejected as links', async () => {
  const { account } = await addPictured('posting');
  await follow(account);
  remote.files.set('/photo-bad', { content: Buffer.from('<svg/>') });
  const note = newNote(account, {
    attachment: ['/photo.png', '/photo-bad'].map((file) => ({
      type: 'Document',
      mediaType: 'image/png',
      url: remote.origin + file,
      width: 600,
      height: 500,
    })),
  });
  const { id } = await receive(account, note);
  const readMedia = async () => {
    const response = await actions.read(ann, `/threads/${id}`).expect(200);
    return response.body as ThreadWithFiles;
  };
  const { media } = await readMedia();
  const [shown, bad] = media;
  expect(shown?.variants.map(({ width }) => width)).toEqual([320]);
  await api.request.get(shown?.mediaUrl ?? '').expect(200);
  await api.request.get(shown?.variants[0]?.url ?? '').expect(200);
  await api.request.get(bad?.mediaUrl ?? '').expect(404);
  expect(await readMedia()).toMatchObject({
    media: [{ id: shown?.id }],
    remote: { attachments: [{ url: `${remote.origin}/photo-bad` }] },
  });
  await send(account, 'Delete', { id: note.id, type: 'Tombstone' }).expect(202);
  await api.services.threads.purgeDeletedThreads();
  await api.services.media.sweep();
  await api.request.get(shown?.mediaUrl ?? '').expect(404);
});

it('lists threads with files in the media tab of their author', async () => {
  const { account } = await addPictured('exhibiting');
  const userId = await follow(account);
  const file = { type: 'Document', mediaType: 'image/png', url: `${remote.origin}/photo.png` };
  const picture = await receive(account, newNote(account, { attachment: [file] }));
  await receive(account, newNote(account));
  const document = { ...file, mediaType: 'application/pdf', url: `${remote.origin}/paper.pdf` };
  const paper = await receive(account, newNote(account, { attachment: [document] }));
  const response = await actions.read(ann, `/users/${userId}/threads?tab=media`).expect(200);
  expect(response.body).toMatchObject({ content: [{ id: paper.id }, { id: picture.id }] });
});

it('fetches nothing for an account whose server has the policy to reject media', async () => {
  const { picture } = await addPictured('rejected');
  const decide = (policy: string | null) =>
    api.database.server.update({
      where: { domain: 'remote.example' },
      data: { policy, policySince: policy && new Date() },
    });
  await decide('media_rejected');
  await api.request.get(picture).expect(404);
  expect(fetchedPhotos()).toEqual([]);
  await decide(null);
  await api.request.get(picture).expect(200);
});

it('stores the videos of other servers with their own format', async () => {
  const fixture = new URL('../media/fixtures/phone.3gp', import.meta.url);
  remote.files.set('/clip', { content: await readFile(fixture) });
  const key = await insertFile('/clip');
  const response = await api.request.get(`/media/${key}/original.webm`).expect(302);
  await api.request.get(String(response.headers['location'])).expect(200);
});

const emojiTag = (name: string, file: string) => ({
  type: 'Emoji',
  name: `:${name}:`,
  icon: { type: 'Image', mediaType: 'image/png', url: `${remote.origin}/${file}` },
});

const marked = (name: string) => `\u200B:${name}:\u200B`;

it('shows custom emoji in texts and names, with pictures from this server', async () => {
  const picture = async (width: number) =>
    sharp({ create: { width, height: 300, channels: 4, background: '#0a08' } })
      .png()
      .toBuffer();
  remote.files.set('/blob.png', { content: await picture(600) });
  const author = await followRemote('expressive', ann, {
    '@context': [
      'https://www.w3.org/ns/activitystreams',
      'https://w3id.org/security/v1',
      { Emoji: 'http://joinmastodon.org/ns#Emoji' },
    ],
    name: 'Ada :blob: :no:',
    summary: '<p>Likes :blob:</p>',
    tag: [emojiTag('blob', 'blob.png')],
  });
  const question = newNote(author, {
    content:
      '<p>One :blob: at 10:30:45, :<b>blob</b>: :other: <a href="https://a.example/:blob:">:blob:</a></p>',
    summary: 'About :blob:',
    type: 'Question',
    oneOf: ['Yes :blob:', 'No'].map((option) => ({ type: 'Note', name: option })),
    tag: [emojiTag('blob', 'blob.png'), emojiTag('x', 'x.svg')],
  });
  const thread = await receive(author, question);
  expect(thread).toMatchObject({
    userName: `Ada ${marked('blob')} :no:`,
    contentWarning: `About ${marked('blob')}`,
    content: expect.stringMatching(
      /^One \u200B:blob:\u200B at 10:30:45, :blob: :other: /,
    ) as string,
    poll: { options: [{ optionText: `Yes ${marked('blob')}` }, { optionText: 'No' }] },
  });
  const address = '/media/emoji/remote.example/blob';
  const read = async () => {
    const found = await api.request.get(address).expect(302);
    return api.request.get(String(found.headers['location'])).expect(200);
  };
  const body: unknown = (await read()).body;
  const { format, width, height } = await sharp(body as Buffer).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 96, height: 48 });
  await api.request.get('/media/emoji/remote.example/other').expect(404);
  const rejected = await api.request.get('/media/emoji/remote.example/x').expect(302);
  await api.request.get(String(rejected.headers['location'])).expect(404);

  const client = await signInWithMasto(api, ann);
  const status = await client.v1.statuses.$select(thread.id).fetch();
  const emoji = { shortcode: 'blob', url: `https://one.example${address}` };
  expect(status).toMatchObject({
    emojis: [emoji],
    account: { emojis: [emoji] },
    poll: { emojis: [emoji] },
  });

  // The vote contains the name of the option as the other server knows it.
  const optionIds = [thread.poll?.options[0]?.id];
  await actions.post(ann, `/threads/${thread.id}/poll/vote`).send({ optionIds }).expect(200);
  await deliver(api);
  expect(remote.received).toMatchObject([{ object: { name: 'Yes :blob:' } }]);

  // Another picture replaces the first one.
  remote.files.set('/new.png', { content: await picture(150) });
  await receive(author, newNote(author, { tag: [emojiTag('blob', 'new.png')] }));
  expect(await sharp((await read()).body as Buffer).metadata()).toMatchObject({ height: 96 });
  expect(await api.database.remoteMedia.count({ where: { kind: 'emoji' } })).toBe(2);
});

it('stores at most 100 emoji of a thread, also when the account is deleted', async () => {
  const author = await followRemote('emoting');
  const tag = Array.from({ length: 300 }, (_, number) => emojiTag(`n${number}`, `${number}.png`));
  await receive(author, newNote(author, { tag, content: '<p>:n1: :n299:</p>' }));
  const where = { domain: 'remote.example', shortcode: { startsWith: 'n' } };
  expect(await api.database.remoteEmoji.count({ where })).toBe(100);

  // Other accounts of the server use them, too.
  const { database, clock, services } = api;
  const { id } = await database.user.findFirstOrThrow({ where: { username: author.handle } });
  await database.$transaction((tx) => services.account.markDeleted(tx, id, clock.now()));
  await services.account.purge(id);
  expect(await database.remoteEmoji.count({ where })).toBe(100);
});
