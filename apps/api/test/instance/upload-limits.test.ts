import type { SavedSettings, SiteSettings } from '@skein/contracts/instance';
import { uploadFormats } from '@skein/contracts/upload-limits';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createAdministrator, administratorEmail } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let admin: User;

const megabyte = 1024 ** 2;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail], fixedSettings: {} } });
  admin = await createAdministrator(api);
});

afterAll(() => api.close());

const change = async (settings: object) => {
  const current = await api.request.get('/api/admin/settings').set(admin.auth).expect(200);
  const { version } = current.body as SavedSettings;
  return api.request.put('/api/admin/settings').set(admin.auth).send({ version, settings });
};

afterEach(async () => {
  await change({ imageMaxMb: 10, videoMaxMb: 100, uploadFormats });
});

const post = (content: Buffer, name: string) =>
  api.request
    .post('/api/threads')
    .set(admin.auth)
    .field('content', 'A boat')
    .attach('media', content, name);

const png = () => sampleImage(120, 80).png().toBuffer();
const gif = () => sampleImage(120, 80).gif().toBuffer();
/** Decoders ignore what follows the picture. */
const largePng = async () => Buffer.concat([await png(), Buffer.alloc(1.5 * megabyte)]);

describe('the limits of attachments', () => {
  it('reject formats and sizes that administrators do not allow', async () => {
    expect((await post(await gif(), 'boat.gif')).status).toBe(201);
    expect((await post(await largePng(), 'boat.png')).status).toBe(201);
    const saved = await change({ imageMaxMb: 1, uploadFormats: ['image/png', 'video/mp4'] });
    expect(saved.status).toBe(200);

    const rejected = await post(await gif(), 'boat.gif');
    expectError(rejected, 'unsupported_media');
    expect(JSON.stringify(rejected.body)).toContain('PNG, MP4');
    const tooLarge = await post(await largePng(), 'boat.png');
    expectError(tooLarge, 'payload_too_large');
    expect(JSON.stringify(tooLarge.body)).toContain('The limit is 1 MB');
    expect((await post(await png(), 'boat.png')).status).toBe(201);
  });

  it('are part of both descriptions of the instance and of the settings', async () => {
    await change({ imageMaxMb: 2, videoMaxMb: 30, uploadFormats: ['video/mp4', 'image/png'] });
    const formats = ['image/png', 'video/mp4'];
    const instance = await api.request.get('/api/instance').expect(200);
    expect(instance.body).toMatchObject({
      uploads: { maxBytes: { image: 2 * megabyte, video: 30 * megabyte }, formats },
    });
    const mastodon = await api.request.get('/api/v2/instance').expect(200);
    expect(mastodon.body).toMatchObject({
      configuration: {
        media_attachments: {
          supported_mime_types: formats,
          image_size_limit: 2 * megabyte,
          video_size_limit: 30 * megabyte,
        },
      },
    });
  });

  it.each<[keyof SiteSettings, unknown]>([
    ['imageMaxMb', 0],
    ['imageMaxMb', 11],
    ['imageMaxMb', 1.5],
    ['videoMaxMb', 101],
    ['audioMaxMb', '26'],
    ['documentMaxMb', null],
    ['uploadFormats', []],
    ['uploadFormats', ['video/mp4']],
    ['uploadFormats', ['image/png', 'image/svg+xml']],
  ])('cannot be saved with %s = %j', async (field, value) => {
    expectError(await change({ [field]: value }), 'validation_failed');
  });

  it('follow environment variables', async () => {
    const other = await startTestApi({
      databaseUrl: api.databaseUrl,
      settings: {
        adminEmails: [administratorEmail],
        fixedSettings: { imageMaxMb: 3, uploadFormats: ['image/jpeg'] },
      },
    });
    const settings = await other.request.get('/api/admin/settings').set(admin.auth).expect(200);
    expect(settings.body).toMatchObject({
      settings: { imageMaxMb: 3, uploadFormats: ['image/jpeg'] },
      fixed: [
        { field: 'imageMaxMb', variable: 'UPLOAD_IMAGE_MAX_MB' },
        { field: 'uploadFormats', variable: 'UPLOAD_FORMATS' },
      ],
    });
    await other.close();
  });
});
