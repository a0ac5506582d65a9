import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { profileImageMaxBytes } from '@skein/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;
let person: User;

beforeAll(async () => {
  api = await startTestApi();
  person = await createUser(api);
});

afterAll(() => api.close());

async function post(target: string, fields: string[]) {
  const request = api.request.post(target).set(person.auth);
  for (const [index, field] of fields.entries()) {
    void request.attach(field, Buffer.from('x'), `file-${index}.png`);
  }
  return request;
}

const times = (count: number) => Array.from({ length: count }, () => 'media');

describe('a form', () => {
  it.each([
    ['two files where one fits', '/api/threads', times(2), 'Only one file can be attached here.'],
    ['far more than one', '/api/threads', times(9), 'Only one file can be attached here.'],
    ['eleven', '/api/threads/multiple-media', times(11), 'At most 10 files can be attached.'],
    ['a file elsewhere', '/api/threads', ['photo'], 'Files belong into the field "media".'],
    ['one beside', '/api/threads', ['media', 'b'], 'Files belong into the field "media".'],
  ])('with %s is told what fits', async (_case, target, fields, message) => {
    const refusal = expectError(await post(target, fields), 'validation_failed');
    expect(refusal.message).toBe(message);
  });

  it('with a file too large is told which', async () => {
    const form = api.request.put('/api/users/me').set(person.auth);
    const picture = Buffer.alloc(profileImageMaxBytes + 1);
    const answer = await form.attach('profileImage', picture, 'me.png');
    expect(expectError(answer, 'payload_too_large').message).toBe(
      '"me.png" is too large: at most 2 MB are possible.',
    );
  });

  it('with a field of no proper name is told so', async () => {
    const form = api.request.post('/api/threads').set(person.auth).field('content[]', 'x');
    const { message } = expectError(await form, 'malformed_body');
    expect(message).toBe('A field of the form has no name that is possible here.');
  });

  it('that is cut off at any moment leaves nothing', { timeout: 120_000 }, async () => {
    const uploads = path.join(api.dataDirectory, 'uploads');
    // Each sends two at once, which is as many as a user may.
    const people = await Promise.all(Array.from({ length: 12 }, () => createUser(api)));
    const senders = [...people, ...people];
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(senders.map((sender) => sendAndLeave(sender)));
    }
    // Empty, and empty still: some of them may only now be noticed.
    let timesEmpty = 0;
    const countTimesEmpty = async () => {
      const left = existsSync(uploads) ? await readdir(uploads) : [];
      timesEmpty = left.length === 0 ? timesEmpty + 1 : 0;
      return timesEmpty;
    };
    await expect.poll(countTimesEmpty, { timeout: 60_000, interval: 50 }).toBeGreaterThan(10);
    await api.request.get('/api/health').expect(200);
  });
});

async function sendAndLeave(sender: User): Promise<void> {
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
  // Most leave while the folder for the files is being made.
  await sleep(Math.random() ** 2 * 12);
  if (Math.random() < 0.5) socket.resetAndDestroy();
  else socket.destroy();
}
