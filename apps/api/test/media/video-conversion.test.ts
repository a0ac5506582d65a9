import { defaultUploadSettings, toUploadLimits } from '@skein/contracts/upload-limits';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sendMessage } from '@skein/contracts/chat';
import { threadSchema, uploadMedia } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimConversion } from '../../src/modules/media/conversion/conversions.repository.ts';
import { createMediaModule } from '../../src/modules/media/index.ts';
import { extractFrame } from '../../src/modules/media/poster/extract-frame.ts';
import { repeat } from '../../src/platform/clock.ts';
import type { Repeat } from '../../src/platform/clock.ts';
import type { Signal } from '../../src/platform/events/bus.ts';
import type { InstanceSettings } from '../../src/server/instance-settings.ts';
import { signInWithApp } from '../oauth/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { hasFfmpeg } from './has-ffmpeg.ts';
import { aacTrack, sampleMp4, videoTrack } from './sample-mp4.ts';

const minuteMs = 60 * 1000;
const dayMs = 24 * 60 * minuteMs;

const quickTime = sampleMp4({ brand: 'qt  ', tracks: [videoTrack, aacTrack] });
const converted = sampleMp4({ tracks: [videoTrack, aacTrack], samples: 'converted' });

let directory: string;
let ffmpegPath: string;
let api: TestApi;
let ada: User;
let ben: User;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-convert-'));
  ffmpegPath = path.join(directory, 'ffmpeg');
  await install();
  api = await startTestApi({ settings: testSettings() });
});
beforeEach(async () => {
  // Sessions end when the tests let days pass.
  ada = await createUser(api);
  ben = await createUser(api);
  await api.database.videoConversion.deleteMany();
  await api.database.thread.deleteMany();
  await api.database.media.deleteMany();
  await rm(path.join(api.dataDirectory, 'media'), { recursive: true, force: true });
  for (const name of ['go', 'runs']) await rm(path.join(directory, name), { force: true });
  await writeFile(path.join(directory, 'converted.mp4'), converted);
  await install();
});
afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true, force: true });
});

/** Heartbeats every 20 ms, and a folder with the script that replaces ffmpeg. */
const testSettings = () => ({
  convertsVideos: true,
  searchPath: [directory, '/usr/bin', '/bin'].join(path.delimiter),
  repeat: ((_intervalMs, run) => repeat(20, run)) satisfies Repeat,
});
const withoutHeartbeats = { repeat: () => () => undefined };

const succeed = 'cp converted.mp4 "$TARGET"';
/** Two of five seconds; then it waits for `finish()`. */
const wait = 'echo out_time_us=1000000; while [ ! -e go ]; do sleep 0.02; done';

/** Installs a script as ffmpeg, which makes no posters. */
async function install(script = succeed): Promise<void> {
  const lines = [
    '#!/bin/sh',
    `case "$*" in *-encoders*) echo ' V libx264 x'; echo ' A aac x'; exit;; esac`,
    'for LAST; do :; done',
    'TARGET="${LAST#file:}"',
    'case "$TARGET" in *.png) exit 1;; esac',
    `cd ${directory}`,
    'echo run >> runs',
    script,
    '',
  ];
  await rm(ffmpegPath, { force: true });
  await writeFile(ffmpegPath, lines.join('\n'));
  await chmod(ffmpegPath, 0o755);
}

const finish = () => writeFile(path.join(directory, 'go'), '');

async function countRuns(): Promise<number> {
  const runs = await readFile(path.join(directory, 'runs'), 'utf8').catch(() => '');
  return runs.split('\n').length - 1;
}

/** Another server with the same database and files. */
const startMedia = (settings: Partial<InstanceSettings> = {}) =>
  createMediaModule({
    ...api.services.settings,
    ...settings,
    readUploadLimits: () => toUploadLimits(defaultUploadSettings),
    rateLimiter: api.services.rateLimiter,
    store: api.services.mediaStore,
    bus: api.services.bus,
  });

const convertDue = () => api.services.media.conversions.convertDue();

async function post(content: Buffer = quickTime, as = ada): Promise<string> {
  const request = api.request.post('/api/threads').set(as.auth).field('content', 'A loom');
  const response = await request.attach('media', content, 'loom.mov');
  expect(response.status).toBe(201);
  return threadSchema.parse(response.body).id;
}

async function readVideo(threadId: string, as = ada) {
  const [video] = (await readThread(api, as, threadId)).media;
  if (video === undefined) throw new Error('The thread has no video.');
  return video;
}

async function claimOwner(): Promise<string | undefined> {
  const claimed = await claimConversion(api.database, api.clock.now());
  return claimed?.ownerId;
}

const readConversion = () => api.database.videoConversion.findFirst();
const storedBytes = async () => Number((await api.database.media.findFirstOrThrow()).bytes);

describe('a video', () => {
  test('that browsers do not play is shown as processed, then converted', async () => {
    await install(`${wait}; ${succeed}`);
    const id = await post();
    expect((await readVideo(id)).processing).toEqual({ isPlayable: false, percent: 0 });
    expect((await readVideo(id, ben)).processing).toEqual({ isPlayable: false, percent: null });
    const getWebFeed = (etag = '') =>
      api.request.get(`/profile/${ada.username}/feed.json`).set('If-None-Match', etag);
    const before = await getWebFeed();
    expect(before.text).not.toContain('/media/');
    const { etag } = before.headers;
    await getWebFeed(etag).expect(304);
    const converting = convertDue();
    await expect.poll(async () => (await readVideo(id)).processing?.percent).toBe(40);
    const { id: mediaId, mediaUrl: originalUrl } = await readVideo(id);
    const getOwn = (as: User) => api.request.get(`/api/media/${mediaId}`).set(as.auth);
    expect((await getOwn(ada)).body).toMatchObject({ processing: { percent: 40 } });
    await getOwn(ben).expect(404);

    const signals: Signal[] = [];
    const unsubscribe = api.services.bus.subscribe({
      onSignal: (signal) => signals.push(signal),
      onGapEnded: () => undefined,
    });
    await finish();
    await converting;
    unsubscribe();
    expect(signals).toMatchObject([{ kind: 'thread', change: 'converted', threadId: id }]);
    const video = await readVideo(id, ben);
    expect(video).toHaveProperty('processing', null);
    expect(video).toMatchObject({ width: 320, height: 180, durationMs: 2500 });
    expect(video.mediaUrl).toMatch(/\/converted1\.mp4$/);
    expect((await getOwn(ada)).body).toEqual(video);
    expect((await getWebFeed(etag).expect(200)).text).toContain(video.mediaUrl);
    const served = await api.request.get(video.mediaUrl).expect(200);
    expect(served.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(converted.length),
    });
    expect(await api.listUploads()).toEqual([]);

    // The original stays for a day.
    await api.services.media.conversions.cleanUp();
    await api.request.get(originalUrl).expect(200);
    expect(await storedBytes()).toBe(quickTime.length + converted.length);
    api.clock.advance(dayMs + minuteMs);
    await api.services.media.conversions.cleanUp();
    await api.request.get(originalUrl).expect(404);
    expect(await storedBytes()).toBe(converted.length);
    expect(await readConversion()).toBeNull();
    expect(await api.listFiles()).toEqual(['converted1.mp4']);
  });

  test('that browsers play is shown as processed to its author only', async () => {
    const id = await post(sampleMp4({ tracks: [videoTrack, aacTrack], isIndexLast: true }));
    expect((await readVideo(id)).processing).toEqual({ isPlayable: true, percent: 0 });
    expect(await readVideo(id, ben)).toHaveProperty('processing', null);
  });

  test('that needs no conversion is not queued', async () => {
    expect(await readVideo(await post(converted))).toHaveProperty('processing', null);
    expect(await readConversion()).toBeNull();
  });

  test('of an app has no URL until it can be played', async () => {
    const { auth } = await signInWithApp(api, ada);
    const uploaded = await api.request
      .post('/api/v2/media')
      .set(auth)
      .attach('file', quickTime, 'loom.mov');
    expect(uploaded.status).toBe(202);
    const { id } = uploaded.body as { id: string };
    const get = () => api.request.get(`/api/v1/media/${id}`).set(auth);
    expect(await get()).toMatchObject({ status: 206, body: { type: 'video', url: null } });
    // It is not deleted while the app waits.
    api.clock.advance(dayMs);
    await api.services.media.sweep();
    const status = await api.request
      .post('/api/v1/statuses')
      .set(auth)
      .send({ media_ids: [id] });
    expect(status.body).toMatchObject({
      media_attachments: [{ url: expect.stringMatching(/\/original\.mov$/) as unknown }],
    });
    await convertDue();
    expect(await get()).toMatchObject({
      status: 200,
      body: { url: expect.stringMatching(/\/converted1\.mp4$/) as unknown },
    });
  });

  test('can be attached with the URL of its original', async () => {
    const request = api.request.post('/api/posts/with-media').set(ada.auth);
    const response = await request.attach('media', quickTime, 'loom.mov');
    const { mediaUrl } = uploadMedia.response.parse(response.body).post;
    await convertDue();
    const quotedThreadId = await post(converted, ben);
    const quote = { content: 'A loom', quotedThreadId, mediaUrl, mediaType: 'video' };
    const route = api.request.post('/api/threads/quote-repost').set(ada.auth);
    const thread = await route.field(quote).expect(201);
    const [video] = threadSchema.parse(thread.body).media;
    expect(video?.mediaUrl).toMatch(/\/converted1\.mp4$/);
  });
});

test('can be sent again in a chat after its conversion', async () => {
  const request = api.request.post('/api/posts/with-media').set(ada.auth);
  const uploaded = await request.attach('media', quickTime, 'loom.mov');
  const { mediaUrl } = uploadMedia.response.parse(uploaded.body).post;
  const message = { content: '', messageType: 'video', mediaUrl, clientMessageId: 'loom' };
  const send = async () => {
    const body = { ...message, receiverId: ben.id };
    const response = await api.request.post('/api/chat/send').set(ada.auth).send(body);
    return sendMessage.response.parse(response.body).id;
  };
  const id = await send();
  await convertDue();
  expect(await send()).toBe(id);
});

describe('a failed video conversion', () => {
  test('is repeated twice, then the original stays', async () => {
    await install('echo half > "$TARGET"; exit 1');
    const id = await post();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await convertDue();
      api.clock.advance(2 * minuteMs);
    }
    expect(await countRuns()).toBe(3);
    const video = await readVideo(id);
    expect(video).toHaveProperty('processing', null);
    await api.request.get(video.mediaUrl).expect(200);
    expect(await api.listFiles()).toEqual(['original.mov']);
    expect(await api.listUploads()).toEqual([]);
    expect(await storedBytes()).toBe(quickTime.length);
  });

  test.each([
    ['half of the video', sampleMp4({ tracks: [videoTrack, aacTrack], durationMs: 1000 })],
    ['another codec', sampleMp4()],
    ['something else', Buffer.from('no video')],
  ])('is not repeated after %s', async (_name, content) => {
    await writeFile(path.join(directory, 'converted.mp4'), content);
    await post();
    await convertDue();
    expect(await readConversion()).toBeNull();
    expect(await api.listFiles()).toEqual(['original.mov']);
  });

  test('for lack of space is retried with growing delays for three days, without encoding', async () => {
    await post();
    const full = startMedia({ mediaTotalBytes: 1 });
    let repetitions = 0;
    for (let dueAt: Date | undefined; ; repetitions += 1) {
      await full.conversions.convertDue();
      const conversion = await readConversion();
      if (conversion === null) break;
      expect(conversion).toMatchObject({ failures: 0 });
      ({ dueAt } = conversion);
      api.clock.advance(Number(dueAt) - Number(api.clock.now()));
    }
    expect(repetitions).toBeGreaterThan(12);
    expect(repetitions).toBeLessThan(24);
    expect(await countRuns()).toBe(0);
    expect(await api.listFiles()).toEqual(['original.mov']);
  });
});

describe('several servers that convert videos', () => {
  test('convert each video once, and different ones at the same time', async () => {
    await install(`${wait}; ${succeed}`);
    await post();
    await post();
    const running = [startMedia(), startMedia(), startMedia()].map(({ conversions }) =>
      conversions.convertDue(),
    );
    await expect.poll(countRuns).toBe(2);
    await finish();
    await Promise.all(running);
    expect(await countRuns()).toBe(2);
    expect((await api.listFiles()).toSorted()).toEqual([
      'converted1.mp4',
      'converted1.mp4',
      'original.mov',
      'original.mov',
    ]);
  });

  test('take over from a killed one, whose file is deleted', async () => {
    await post();
    const { storageKey } = await api.database.media.findFirstOrThrow();
    await api.services.mediaStore.put(storageKey, 'converted1.mp4', converted);
    const dueAt = new Date(api.clock.now().getTime() + minuteMs);
    await api.database.videoConversion.updateMany({ data: { attempts: 1, dueAt } });
    await convertDue();
    expect(await countRuns()).toBe(0);
    api.clock.advance(2 * minuteMs);
    await convertDue();
    expect((await api.listFiles()).toSorted()).toEqual(['converted2.mp4', 'original.mov']);
  });

  test('give up when three were killed', async () => {
    const id = await post();
    await api.database.videoConversion.updateMany({ data: { failures: 3 } });
    await convertDue();
    expect(await countRuns()).toBe(0);
    expect(await readVideo(id)).toHaveProperty('processing', null);
  });

  test('continue what a stopped one has begun', async () => {
    await install(wait);
    const id = await post();
    const stopped = startMedia();
    const running = stopped.conversions.convertDue();
    await expect.poll(countRuns).toBe(1);
    stopped.conversions.stop();
    await running;
    expect(await readConversion()).toMatchObject({ failures: 0, percent: 0 });
    expect(await api.listUploads()).toEqual([]);
    await install();
    await convertDue();
    // A new name, because the attempt of a server that lost its lease is never repeated.
    expect((await readVideo(id)).mediaUrl).toMatch(/\/converted2\.mp4$/);
  });

  test('discard a result when another one has taken over', async () => {
    await install(`${wait}; ${succeed}`);
    await post();
    const running = startMedia(withoutHeartbeats).conversions.convertDue();
    await expect.poll(countRuns).toBe(1);
    await api.database.videoConversion.updateMany({ data: { attempts: 2 } });
    await finish();
    await running;
    expect(await readConversion()).toMatchObject({ attempts: 2, replacedFileName: null });
    expect(await api.listFiles()).toEqual(['original.mov']);
  });

  test('stop ffmpeg after a timeout', async () => {
    const id = await post();
    await post();
    const withoutFfmpeg = startMedia({ searchPath: path.join(directory, 'missing') });
    await withoutFfmpeg.conversions.convertDue();
    api.clock.advance(2 * dayMs);
    // Both wait as long as a server converts videos.
    await install(wait);
    const { conversions } = startMedia();
    const running = conversions.convertDue();
    await expect.poll(countRuns).toBe(1);
    conversions.stop();
    await running;
    api.clock.advance(2 * dayMs);
    await withoutFfmpeg.conversions.cleanUp();
    expect(await api.database.videoConversion.count()).toBe(2);
    api.clock.advance(2 * dayMs);
    await withoutFfmpeg.conversions.cleanUp();
    expect(await readConversion()).toBeNull();
    expect(await api.database.media.count({ where: { threadId: id } })).toBe(1);
  });
});

test('converts the first video of each user before their second', async () => {
  for (const author of [ada, ada, ben]) await post(quickTime, author);
  expect([await claimOwner(), await claimOwner(), await claimOwner()]).toEqual([
    ada.id,
    ben.id,
    ada.id,
  ]);
});

test('moves the videos of a user back by the time that an attempt took', async () => {
  await install(`${wait}; exit 1`);
  await post();
  await post();
  const converting = startMedia(withoutHeartbeats).conversions;
  const running = converting.convertDue();
  await expect.poll(countRuns).toBe(1);
  api.clock.advance(60 * minuteMs);
  await finish();
  await running;
  // Uploaded long after them.
  api.clock.advance(59 * minuteMs);
  await post(quickTime, ben);
  expect(await claimOwner()).toBe(ben.id);
});

test('leaves no files of a video that was deleted during its conversion', async () => {
  await install(`${wait}; ${succeed}`);
  const id = await post();
  const converting = convertDue();
  await expect.poll(countRuns).toBe(1);
  await api.request.delete(`/api/threads/${id}`).set(ada.auth);
  await api.database.media.deleteMany();
  // The heartbeat ends ffmpeg.
  await converting;
  await api.services.media.sweep();
  expect(await api.listFiles()).toEqual([]);
  api.clock.advance(2 * minuteMs);
  await convertDue();
  expect(await readConversion()).toBeNull();
  expect(await countRuns()).toBe(1);
});

test('removes the files that a killed server stored after the video was deleted', async () => {
  await post();
  const { storageKey } = await api.database.media.findFirstOrThrow();
  await api.database.videoConversion.updateMany({ data: { attempts: 1 } });
  await api.database.media.deleteMany();
  await api.services.media.sweep();
  await api.services.mediaStore.put(storageKey, 'converted1.mp4', converted);
  await convertDue();
  expect(await api.listFiles()).toEqual([]);
  expect(await readConversion()).toBeNull();
});

const realFfmpeg = { searchPath: process.env['PATH'] };

async function runFfmpeg(line: string, target: string): Promise<void> {
  const given = `-loglevel error -y ${line}`.split(' ');
  await promisify(execFile)('ffmpeg', [...given, target]);
}

test.skipIf(!hasFfmpeg)('converts WebM to H.264 and AAC with ffmpeg', async () => {
  const file = path.join(directory, 'loom.webm');
  const inputs = '-f lavfi -i testsrc2=s=66x38:d=1:r=5 -f lavfi -i sine=d=1';
  // Pixels twice as wide as high.
  const codecs =
    '-vf setsar=2 -c:v libvpx -threads 1 -c:a libvorbis -metadata location=+52.5200+013.4050/';
  await runFfmpeg(`${inputs} ${codecs}`, file);
  const id = await post(await readFile(file));
  await startMedia(realFfmpeg).conversions.convertDue();
  const video = await readVideo(id);
  expect(video).toMatchObject({ mediaType: 'video', width: 132, height: 38 });
  expect(video).toHaveProperty('processing', null);
  const served = await api.request.get(video.mediaUrl).buffer();
  const content = served.body as Buffer;
  for (const box of ['avc1', 'mp4a']) expect(content.includes(box)).toBe(true);
  for (const metadata of ['Lavf', 'libx264', '+52.5200']) {
    expect(content.includes(metadata)).toBe(false);
  }
  // It needs no further conversion.
  const again = await post(content);
  expect(await readVideo(again)).toHaveProperty('processing', null);
});

test.skipIf(!hasFfmpeg)('maps high dynamic range to standard colors with ffmpeg', async () => {
  const file = path.join(directory, 'hlg.mov');
  const transfer = 'arib-std-b67';
  const toHlg = `zscale=tin=bt709:pin=bt709:min=bt709:t=${transfer}:p=bt2020:m=bt2020nc:npl=203`;
  const input = `-f lavfi -i color=red:s=64x64:d=1:r=2 -vf ${toHlg},format=yuv420p10le`;
  const colors = `-color_trc ${transfer} -color_primaries bt2020 -colorspace bt2020nc`;
  const codec = '-c:v libx265 -preset ultrafast -x265-params log-level=none:pools=1';
  await runFfmpeg(`${input} ${codec} ${colors} -tag:v hvc1`, file);
  const poster = path.join(directory, 'poster.png');
  await extractFrame(realFfmpeg, { path: file, extension: 'mov', hdr: 'hlg' }, poster);
  const id = await post(await readFile(file));
  await startMedia(realFfmpeg).conversions.convertDue();
  const { mediaUrl } = await readVideo(id);
  const served = await api.request.get(mediaUrl).buffer();
  await writeFile(file, served.body as Buffer);
  for (const mapped of [file, poster]) {
    const frame = path.join(directory, 'frame.rgb');
    await runFfmpeg(`-i ${mapped} -frames:v 1 -pix_fmt rgb24 -f rawvideo`, frame);
    const [red = 0, green = 255, blue = 255] = await readFile(frame);
    // An unmapped frame is as pale as (178, 81, 42).
    expect(red).toBeGreaterThan(200);
    expect(Math.max(green, blue)).toBeLessThan(40);
  }
});
