import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { profileImageMaxBytes } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
});

afterAll(() => api.close());

async function post(target: string, fields: string[]) {
  const request = api.request.post(target).set(user.auth);
  for (const [index, field] of fields.entries()) {
    void request.attach(field, Buffer.from('x'), `file-${index}.png`);
  }
  return request;
}

const times = (count: number) => Array.from({ length: count }, () => 'media');

const unknownField = 'Send files in the fields "media", "poster", and "captions".';

describe('a multipart form', () => {
  it.each([
    ['two files instead of one', '/api/threads', times(2), 'You can attach only one file here.'],
    ['nine files instead of one', '/api/threads', times(9), 'You can attach only one file here.'],
    [
      'eleven files instead of ten',
      '/api/threads/multiple-media',
      times(11),
      'You can attach up to 10 files.',
    ],
    ['a file in an unknown field', '/api/threads', ['photo'], unknownField],
    ['a second file in an unknown field', '/api/threads', ['media', 'b'], unknownField],
  ])(
    'with %s is rejected with a message about the limit',
    async (_case, target, fields, message) => {
      const error = expectError(await post(target, fields), 'validation_failed');
      expect(error.message).toBe(message);
    },
  );

  it('with a file that is too large is rejected with the name of the file', async () => {
    const form = api.request.put('/api/users/me').set(user.auth);
    const picture = Buffer.alloc(profileImageMaxBytes + 1);
    const response = await form.attach('profileImage', picture, 'me.png');
    expect(expectError(response, 'payload_too_large').message).toBe(
      '"me.png" is too large. The limit is 2 MB.',
    );
  });

  it('with an invalid field name is rejected', async () => {
    const form = api.request.post('/api/threads').set(user.auth).field('content[]', 'x');
    const { message } = expectError(await form, 'malformed_body');
    expect(message).toBe('A field of the form has an invalid name.');
  });

  it('that is aborted at any moment leaves no files', { timeout: 120_000 }, async () => {
    const uploads = path.join(api.dataDirectory, 'uploads');
    // Each user sends two forms at a time, which is the maximum.
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(api)));
    const senders = [...users, ...users];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(senders.map((sender) => sendAndAbort(sender)));
    }
    // Must stay empty for a while, because the server may notice some aborts late.
    let timesEmpty = 0;
    const countTimesEmpty = async () => {
      const remaining = existsSync(uploads) ? await readdir(uploads) : [];
      timesEmpty = remaining.length === 0 ? timesEmpty + 1 : 0;
      return timesEmpty;
    };
    await expect.poll(countTimesEmpty, { timeout: 60_000, interval: 50 }).toBeGreaterThan(10);
    await api.request.get('/api/health').expect(200);
  });
});

async function sendAndAbort(sender: User): Promise<void> {
  const socket = connect(api.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const part = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="media"; filename="${name}"\r\n\r\n`;
  socket.write(
    [
      'POST /api/threads/multiple-media HTTP/1.1',
      'Host: skein.test',
      `Authorization: ${sender.auth.Authorization}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 9000000',
      '\r\n',
    ].join('\r\n') + part('a.png'),
  );
  socket.write(Buffer.alloc(Math.floor(Math.random() ** 3 * 200_000)));
  if (Math.random() < 0.5) socket.write(`\r\n${part('b.png')}`);
  // Most abort while the directory for the files is created.
  await sleep(Math.random() ** 2 * 12);
  if (Math.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}

describe('a form without files', () => {
  const send = (target: string, form: string) =>
    api.request.post(target).set(user.auth).type('form').send(form);

  it('can be URL-encoded', async () => {
    const created = await send('/api/threads', 'content=Warp+%26+weft&userId=1').expect(201);
    expect(created.body).toMatchObject({ content: 'Warp & weft', userId: user.id });
    const { id } = threadSchema.parse(created.body);
    const like = await send(`/api/threads/${id}/like`, 'on=true').expect(200);
    expect(like.body).toMatchObject({ isLiked: true });
  });

  it('is validated', async () => {
    expectError(await send('/api/threads', 'content=a&content=b'), 'validation_failed');
    expectError(await send('/api/threads', 'content=a%00b'), 'validation_failed');
    expectError(await send('/api/threads', 'content=a&media=b&poll=%7B'), 'validation_failed');
    expectError(await send('/api/threads', `content=${'x'.repeat(100_001)}`), 'payload_too_large');
  });
});
