import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

it('writes emails to a directory when no SMTP server is configured', async () => {
  const api = await startTestApi({ settings: { fixedSettings: { name: 'Our "own" Skein' } } });
  const user = await createUser(api);
  const outbox = path.join(api.dataDirectory, 'outbox');
  expect(api.services.emailSender.emailDirectory).toBe(outbox);
  await api.request.post('/api/auth/forgot-password').send({ email: user.email }).expect(202);
  const list = () => readdir(outbox).catch(() => []);
  await expect.poll(list).toEqual([expect.stringMatching(/^[\w-]{36}\.eml$/)]);

  const [name = ''] = await list();
  const email = await readFile(path.join(outbox, name), 'utf8');
  expect(email).toContain(`To: ${user.email}\n`);
  expect(email).toContain(String.raw`From: "Our \"own\" Skein" <no-reply@skein.test>`);
  expect(email).toMatch(/^http:\/\/skein\.test\/reset-password#token=[\w-]{43}$/m);
  expect(email).toContain('Content-Transfer-Encoding: 8bit\n');
  expect((await stat(path.join(outbox, name))).mode & 0o077).toBe(0);
  await api.close();
});

it('keeps the latest 1,000 emails', async () => {
  const api = await startTestApi();
  const user = await createUser(api);
  const outbox = path.join(api.dataDirectory, 'outbox');
  await mkdir(outbox, { recursive: true });
  const names = Array.from(
    { length: 1001 },
    (_, n) => `00000000-${String(n).padStart(4, '0')}.eml`,
  );
  for (const name of [...names, 'other.txt']) await writeFile(path.join(outbox, name), '');
  await api.request.post('/api/auth/forgot-password').send({ email: user.email }).expect(202);
  const list = async () => (await readdir(outbox)).toSorted();
  await expect.poll(async () => (await list()).length).toBe(1001);
  expect(await list()).toEqual([...names.slice(2), expect.any(String), 'other.txt']);
  await api.close();
});
