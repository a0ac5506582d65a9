import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from './project.ts';
import { signIn } from './visits.ts';

const secretFile = '/data/secrets/jwt-secret';
const administrator = 'grace@example.org';

const conversionMaxMs = 60_000;
const videoPath = '/tmp/loom.webm';
const videoSource = '-f lavfi -i testsrc2=size=320x240:rate=10:duration=2 -c:v libvpx -threads 1';

/** Checks the generated secret, and the commands that need neither Node.js' package managers nor a writable image. */
export async function expectOperations(project: Project): Promise<void> {
  const secret = await project.exec('skein', 'stat', '--format', '%a %U %s', secretFile);
  const [mode, owner, size] = secret.split(' ');
  assert.deepEqual([mode, owner], ['600', 'node']);
  assert(Number(size) >= 32, `The generated secret has ${size} bytes.`);

  const admin = (...args: string[]) => project.exec('skein', 'skein', 'admin', ...args);
  const created = await admin('create-user', administrator, '--name', 'Grace Hopper', '--owner');
  const [link] = /http:\S+/.exec(created) ?? [];
  assert(link?.startsWith(project.url) === true, `No link to set the password: ${created}`);
  assert((await admin('call', 'listAdminUsers')).includes('"grace.hopper"'));
  await admin('repair');
  await project.exec('skein', 'skein', 'migrate');
}

/** Makes a VP8 video with the ffmpeg of the image, posts it, and waits for its conversion to MP4. */
export async function convertVideo(project: Project, directory: string): Promise<string> {
  const make = ['ffmpeg', '-loglevel', 'error', ...videoSource.split(' '), videoPath];
  await project.exec('skein', ...make);
  const file = path.join(directory, 'loom.webm');
  await project.save(file, 'skein', 'cat', videoPath);
  const token = await signIn(project);
  const form = new FormData();
  form.set('content', 'A loom');
  form.set('media', new Blob([await readFile(file)]), 'loom.webm');
  const headers = { Authorization: `Bearer ${token}` };
  const startedAt = Date.now();
  const posted = await fetch(`${project.url}/api/threads`, { method: 'POST', headers, body: form });
  assert.equal(posted.status, 201);
  const { id } = (await posted.json()) as { id: string };
  for (;;) {
    const response = await fetch(`${project.url}/api/threads/${id}`, { headers });
    // The check needs only a part of the response.
    const { media } = (await response.json()) as { media: { mediaUrl: string }[] };
    const [{ mediaUrl } = { mediaUrl: '' }] = media;
    if (mediaUrl.endsWith('.mp4')) {
      await expectMp4(new URL(mediaUrl, project.url));
      return `${Date.now() - startedAt} ms`;
    }
    assert(Date.now() - startedAt < conversionMaxMs, `The video is still ${mediaUrl}.`);
    await sleep(250);
  }
}

async function expectMp4(url: URL): Promise<void> {
  const response = await fetch(url);
  assert.equal(response.headers.get('Content-Type'), 'video/mp4');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp');
}
