import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

it('letters lie in a folder where there is no mail server', async () => {
  const api = await startTestApi({ settings: { instanceName: 'Our "own" Skein' } });
  const person = await createUser(api);
  const outbox = path.join(api.dataDirectory, 'outbox');
  expect(api.services.emailSender.emailDirectory).toBe(outbox);
  await api.request.post('/api/auth/forgot-password').send({ email: person.email }).expect(202);
  const list = () => readdir(outbox).catch(() => []);
  await expect.poll(list).toEqual([expect.stringMatching(/^[\w-]{36}\.eml$/)]);

  const [name = ''] = await list();
  const letter = await readFile(path.join(outbox, name), 'utf8');
  expect(letter).toContain(`To: ${person.email}\n`);
  expect(letter).toContain(String.raw`From: "Our \"own\" Skein" <no-reply@skein.test>`);
  expect(letter).toMatch(/^http:\/\/skein\.test\/reset-password#token=[\w-]{43}$/m);
  expect(letter).toContain('Content-Transfer-Encoding: 8bit\n');
  expect((await stat(path.join(outbox, name))).mode & 0o077).toBe(0);
  await api.close();
});
