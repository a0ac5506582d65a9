import { audioMaxBytes, captionsMaxBytes } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { sampleAnimation, sampleImage } from './sample-images.ts';
import { sampleM4a, sampleMp4, audioTrack } from './sample-mp4.ts';
import { sampleMp3, sampleOgg, samplePdf, sampleWav, sampleWebm } from './sample-recordings.ts';

let api: TestApi;
let user: User;

beforeAll(async () => {
  // One user uploads more files than allowed.
  api = await startTestApi({ limits: 'off' });
  user = await createUser(api);
});
beforeEach(() => api.database.thread.deleteMany());
afterAll(() => api.close());

function post(...files: [content: Buffer, name: string][]) {
  const request = api.request.post('/api/threads/multiple-media').set(user.auth);
  for (const [content, name] of files) void request.attach('media', content, name);
  return request;
}

async function postFile(content: Buffer, name: string) {
  const response = await post([content, name]);
  expect(response.status).toBe(201);
  const [item] = threadSchema.parse(response.body).media;
  if (item === undefined) throw new Error('The thread has no file.');
  return item;
}

describe('a video or audio file', () => {
  test.each([
    ['video', 'mp4', 'video/mp4', sampleMp4(), 2500],
    ['video', 'mov', 'video/quicktime', sampleMp4({ brand: 'qt  ' }), 2500],
    ['video', 'webm', 'video/webm', sampleWebm(), 2000],
    ['audio', 'm4a', 'audio/mp4', sampleM4a(), 2500],
    ['audio', 'mp3', 'audio/mpeg', sampleMp3(), 261],
    ['audio', 'ogg', 'audio/ogg', sampleOgg(), 1000],
    ['audio', 'wav', 'audio/wav', sampleWav(), 500],
  ] as const)(
    'of type %s is stored as %s regardless of its name',
    async (mediaType, extension, type, content, durationMs) => {
      const item = await postFile(content, 'holiday.jpg');
      expect(item).toMatchObject({ mediaType, durationMs, originalName: null, posterUrl: null });
      expect(item.mediaUrl).toMatch(new RegExp(`/original\\.${extension}$`));
      const { status, headers } = await api.request.get(item.mediaUrl);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'content-length': String(content.length),
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
      });
    },
  );

  test('supports range requests', async () => {
    const { mediaUrl, width, height } = await postFile(sampleMp4(), 'a.mp4');
    expect([width, height]).toEqual([320, 180]);
    const part = await api.request.get(mediaUrl).set('Range', 'bytes=4-7');
    expect(part.status).toBe(206);
    expect(String(part.body)).toBe('ftyp');
    const past = await api.request.get(mediaUrl).set('Range', 'bytes=99999-');
    expect(past.status).toBe(416);
  });
});

describe('captions and a poster', () => {
  const vtt = (text: string, head = 'WEBVTT') =>
    Buffer.from(`${head}\n\n1\n00:01.000 --> 00:02.500 align:start\n${text}\n`);

  /** Posts a picture and a video with these files. */
  async function postVideo(
    videoFiles: unknown,
    { captions = [], posters = [] }: { captions?: Buffer[]; posters?: Buffer[] },
  ) {
    const picture = await sampleImage(20, 10).png().toBuffer();
    const request = post([picture, 'a.png'], [sampleMp4(), 'b.mp4']);
    for (const content of captions) void request.attach('captions', content, 'c.vtt');
    for (const content of posters) void request.attach('poster', content, 'd.jpg');
    return request.field('videoFiles', JSON.stringify(videoFiles));
  }

  test('are served like the video, with their languages', async () => {
    const style = 'STYLE\n::cue { background: url(https://tracker.example/) }\n\n';
    const text = vtt('Hallo', '\uFEFFWEBVTT Test').toString().replace('1\n', `${style}1\n`);
    const response = await postVideo(
      { posters: [1], captions: ['en', 'pt-BR'].map((language) => ({ video: 1, language })) },
      {
        captions: [Buffer.from(text.replaceAll('\n', '\r\n')), vtt('Olá')],
        posters: [await sampleImage(64, 36).jpeg().toBuffer()],
      },
    );
    expect(response.status).toBe(201);
    const [picture, video] = threadSchema.parse(response.body).media;
    expect(picture?.captions).toEqual([]);
    expect(video?.captions.map(({ language }) => language)).toEqual(['en', 'pt-BR']);
    expect(video?.posterUrl).toMatch(/\/poster\.webp$/);
    const [english] = video?.captions ?? [];
    const served = await api.request.get(english?.url ?? '').buffer();
    expect(served.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(served.text).toBe('WEBVTT Test\n\n1\n00:01.000 --> 00:02.500 align:start\nHallo\n');
  });

  test.each([
    ['no timing', 'WEBVTT\n\nHallo'],
    ['a wrong timing', 'WEBVTT\n\n1:2 --> 3:4\nHallo'],
    ['no signature', '00:01.000 --> 00:02.000\nHallo'],
    [
      'another encoding',
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nGr\u00fc\u00df', 'latin1'),
    ],
    ['a NUL character', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\0'],
  ])('are rejected with %s', async (_name, content) => {
    const videoFiles = { captions: [{ video: 1, language: 'en' }] };
    const response = await postVideo(videoFiles, { captions: [Buffer.from(content)] });
    expectError(response, 'validation_failed');
    expect(response.body).toMatchObject({ errors: [{ path: 'captions' }] });
  });

  const en = { video: 1, language: 'en' };
  test.each([
    ['no entry', {}, 1],
    ['no file', { captions: [en] }, 0],
    ['no video at the position', { captions: [{ ...en, video: 2 }] }, 1],
    ['a picture at the position', { captions: [{ ...en, video: 0 }] }, 1],
    ['the same language twice', { captions: [en, en] }, 2],
    [
      'too many languages',
      { captions: ['a', 'b', 'c', 'd', 'e', 'f'].map((c) => ({ ...en, language: `${c}a` })) },
      6,
    ],
    ['the same language in another case', { captions: [en, { ...en, language: 'EN' }] }, 2],
    ['a tag without a name', { captions: [{ ...en, language: 'en-12' }] }, 1],
    ['a language that is none', { captions: [{ ...en, language: '"><b>' }] }, 1],
    ['a negative position', { captions: [{ ...en, video: -1 }] }, 1],
    ['something else', [], 1],
  ])('are rejected with %s', async (_name, videoFiles, count) => {
    const captions = Array.from({ length: count }, () => vtt('Hello'));
    expectError(await postVideo(videoFiles, { captions }), 'validation_failed');
  });

  test('are limited in size, and a poster must be a picture', async () => {
    const videoFiles = { captions: [en] };
    const large = await postVideo(videoFiles, { captions: [vtt('x'.repeat(captionsMaxBytes))] });
    expectError(large, 'payload_too_large');
    const poster = await postVideo({ posters: [1] }, { posters: [sampleMp3()] });
    expectError(poster, 'unsupported_media');
  });
});

describe('a document', () => {
  test.each([
    ['Ünterlagen 2026.pdf', 'Ünterlagen 2026.pdf'],
    ['report.exe', 'report.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\Ada\\plan.pdf', 'plan.pdf'],
    ['gpj\u202efdp.pdf', 'gpjfdp.pdf'],
    ['"; filename=x.html', '; filename=x.pdf'],
    ['.htaccess', 'document.pdf'],
    ['a'.repeat(300), `${'a'.repeat(100)}.pdf`],
  ])('named %j is downloaded as %j', async (name, savedAs) => {
    const item = await postFile(samplePdf(), name);
    expect(item).toMatchObject({ mediaType: 'other', originalName: savedAs, width: null });
    const { headers } = await api.request.get(item.mediaUrl);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    const disposition = headers['content-disposition'] ?? '';
    expect(disposition).toMatch(/^attachment; filename=/);
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1];
    const unencoded = /filename="?([^"]*)"?/.exec(disposition)?.[1];
    expect(encoded === undefined ? unencoded : decodeURIComponent(encoded)).toBe(savedAs);
  });

  test('with HTML content is served as a download only', async () => {
    const { mediaUrl } = await postFile(samplePdf('<script>alert(1)</script>'), 'a.html');
    const { headers } = await api.request.get(mediaUrl);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });
});

test('keeps the order of ten files of all types', async () => {
  const picture = await sampleImage().png().toBuffer();
  const response = await post(
    [sampleMp4(), 'a'],
    [picture, 'b'],
    [samplePdf(), 'c'],
    [sampleMp3(), 'd'],
    [await sampleAnimation(2).gif(), 'e'],
    [sampleWebm(), 'f'],
    [sampleOgg(), 'g'],
    [sampleWav(), 'h'],
    [sampleM4a(), 'i'],
    [picture, 'j'],
  );
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
  const { media } = threadSchema.parse(response.body);
  const types = 'video image other audio image video audio audio audio image';
  expect(media.map((item) => item.mediaType).join(' ')).toBe(types);
});

describe('a post with a rejected file', () => {
  const tooMuchAudio = sampleWav({ bytes: audioMaxBytes });
  test.each([
    ['a truncated video', sampleMp4().subarray(0, -1), 'unsupported_media'],
    ['an HTML page named as a video', Buffer.from('<!doctype html><video>'), 'unsupported_media'],
    ['an SVG named as a video', Buffer.from('<svg xmlns="x"/>'), 'unsupported_media'],
    ['half a PDF', samplePdf().subarray(0, -7), 'unsupported_media'],
    ['an empty file', Buffer.alloc(0), 'validation_failed'],
    ['more than 25 MB of audio', tooMuchAudio, 'payload_too_large'],
    [
      'a video of 26 MB without pictures',
      sampleMp4({ tracks: [audioTrack], samples: tooMuchAudio }),
      'payload_too_large',
    ],
  ] as const)('stores nothing and names the file: %s', async (_name, content, code) => {
    const filesBefore = await api.listFiles();
    const { message } = expectError(
      await post([sampleMp4(), 'good.mp4'], [content, 'bad.mp4']),
      code,
    );
    expect(message).toContain('"bad.mp4"');
    expect(await api.database.thread.count()).toBe(0);
    await expect.poll(() => api.listFiles()).toEqual(filesBefore);
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  test('states the limit in the message', async () => {
    const { message } = expectError(await post([tooMuchAudio, 'a.wav']), 'payload_too_large');
    expect(message).toBe('"a.wav" is too large. The limit is 25 MB.');
  });
});
