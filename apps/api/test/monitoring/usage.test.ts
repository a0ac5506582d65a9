import type { Usage } from '@skein/contracts/moderation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let admin: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  admin = await createAdministrator(api);
});

afterAll(() => api.close());

async function readUsage(): Promise<Usage> {
  return (await api.request.get('/api/admin/usage').set(admin.auth).expect(200)).body as Usage;
}

it('shows the disk and the limit of an account before anything was measured', async () => {
  const { measured, disk, accountMediaBytesMax, queries } = await readUsage();
  expect(measured).toBeNull();
  expect(queries).toBeNull();
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
  expect(accountMediaBytesMax).toBe(2 * 1024 ** 3);
});

it('measures the files and the threads of a day', async () => {
  const [writer, painter] = [await createUser(api), await createUser(api)];
  await publish(api, writer, { fields: { content: 'One' } });
  await publish(api, writer, { fields: { content: 'Two' } });
  const files = [await sampleImage().png().toBuffer()];
  await publish(api, painter, { fields: { content: 'A picture' }, files });
  await api.services.monitoring.measureUsage();
  const { measured } = await readUsage();
  const stored = await api.database.media.findFirstOrThrow({ where: { ownerId: painter.id } });
  const mediaBytes = Number(stored.bytes);
  expect(measured?.databaseBytes).toBeGreaterThan(1_000_000);
  expect(measured?.media).toEqual([{ kind: 'image', files: 1, bytes: mediaBytes }]);
  const of = ({ id, name, username }: User) => ({ id, name, username, messages: 0 });
  expect(measured?.accounts).toEqual([
    { ...of(painter), mediaBytes, threads: 1 },
    { ...of(writer), mediaBytes: 0, threads: 2 },
  ]);
  api.clock.advance(2 * dayMs);
  await api.services.monitoring.measureUsage();
  const later = await readUsage();
  expect(later.measured?.accounts).toEqual([{ ...of(painter), mediaBytes, threads: 0 }]);
});

it('lists the latest run of each job', async () => {
  const { runs } = api.services;
  runs.record({ name: 'b', durationMs: 12.4, error: 'It broke.' });
  runs.record({ name: 'a', durationMs: 3, error: null });
  runs.record({ name: 'b', durationMs: 1, error: 'Again.' });
  await runs.flush();
  const { jobs } = await readUsage();
  expect(jobs.filter(({ name }) => name !== 'send-email')).toEqual([
    { name: 'a', ranAt: expect.any(String) as string, durationMs: 3, failures: 0, error: null },
    {
      name: 'b',
      ranAt: expect.any(String) as string,
      durationMs: 1,
      failures: 2,
      error: 'Again.',
    },
  ]);
});
