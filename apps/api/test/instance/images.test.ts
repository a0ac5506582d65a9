import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstanceImages } from '@skein/contracts/instance';
import { sharp } from '../../src/modules/media/image/sharp.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

const page =
  '<!doctype html><html lang="en"><title>Skein</title><link rel="icon" href="/a.svg"><svg></svg>';
const manifest = { name: 'Skein', icons: [{ src: '/icons/icon-maskable-512.png' }] };

let api: TestApi;
let admin: User;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-images-'));
  await writeFile(path.join(directory, 'index.html'), page);
  await writeFile(path.join(directory, 'manifest.webmanifest'), JSON.stringify(manifest));
  api = await startTestApi({
    settings: { adminEmails: [administratorEmail], siteDirectory: directory },
  });
  admin = await createAdministrator(api);
});

afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true });
});

const upload = (kind: string, content: Buffer, by = admin) =>
  api.request.put(`/api/admin/images/${kind}`).set(by.auth).attach('image', content, 'logo.png');

it('stores a logo in several sizes and shows it in the page, the manifest and apps', async () => {
  const image = await sampleImage(300, 100).png().toBuffer();
  const { logo, favicon } = (await upload('logo', image).expect(200)).body as InstanceImages;
  expect(favicon).toBeNull();
  const [, , key = ''] = logo?.split('/') ?? [];
  const sizes = await Promise.all(
    ['48.png', '96.png', '192.png', '512.png', 'touch.png', 'maskable.png'].map(async (name) => {
      const file = await api.request.get(`/media/${key}/${name}`).expect(200);
      const { width, height, format, hasAlpha } = await sharp(file.body as Buffer).metadata();
      return [width, height, format, hasAlpha];
    }),
  );
  expect(sizes).toEqual([
    [48, 48, 'png', true],
    [96, 96, 'png', true],
    [192, 192, 'png', true],
    [512, 512, 'png', true],
    [180, 180, 'png', false],
    [512, 512, 'png', false],
  ]);
  const { text } = await api.request.get('/login').expect(200);
  expect(text).toContain(`<meta name="logo" content="/media/${key}/96.png">`);
  expect(text).toContain(`<link rel="icon" href="/media/${key}/48.png" type="image/png">`);
  expect(text).not.toContain('<svg');
  const installed = await api.request.get('/manifest.webmanifest').expect(200);
  expect(JSON.parse(installed.text)).toMatchObject({
    icons: [{ src: `/media/${key}/maskable.png` }],
  });
  // Apps and link previews use this address.
  await api.request
    .get('/icons/icon-512.png')
    .expect(302)
    .expect('Location', /512\.png$/)
    .expect('Cross-Origin-Resource-Policy', 'cross-origin');
  expect(await api.database.unclaimedMedia.count()).toBe(0);
});

it('deletes the files of a replaced and of a removed picture', async () => {
  await upload('favicon', await sampleImage(64, 64).png().toBuffer()).expect(200);
  const before = await api.listFiles();
  await upload('favicon', await sampleImage(32, 32).png().toBuffer()).expect(200);
  expect(await api.listFiles()).toHaveLength(before.length);
  const removed = await api.request.delete('/api/admin/images/favicon').set(admin.auth).expect(200);
  expect(removed.body).toMatchObject({ favicon: null });
  expect(await api.listFiles()).toHaveLength(before.length - 6);
});

it.each([
  ['an SVG file', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['a script', 'alert(1)'],
  ['a damaged picture', '\u0089PNG\r\n\u001A\n'],
])('rejects %s', async (_name, content) => {
  const files = await api.listFiles();
  expectError(await upload('logo', Buffer.from(content, 'latin1')), 'unsupported_media');
  expect(await api.listFiles()).toEqual(files);
});

it('rejects members, other kinds and a missing file', async () => {
  const image = await sampleImage(32, 32).png().toBuffer();
  expectError(await upload('logo', image, await createUser(api)), 'forbidden');
  expectError(await upload('banner', image), 'not_found');
  expectError(
    await api.request.put('/api/admin/images/logo').set(admin.auth).field('a', 'b'),
    'validation_failed',
  );
  expectError(await upload('logo', Buffer.alloc(0)), 'validation_failed');
});
