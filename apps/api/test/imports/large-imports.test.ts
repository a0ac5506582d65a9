import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PostsImport } from '@skein/contracts/imports';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { monitorProcess } from '../reliability/fuzz/process-monitor.ts';
import { timeFactor } from '../support/time-factor.ts';
import { aPost, toOutbox, toRepository, toZip } from './archives.ts';

const megabyte = 1024 ** 2;
/** Half of what Skein promises, on an idle machine. */
const stallMaxMs = 100 * timeFactor;
const path = '/api/users/me/imported-posts';

let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startTestApi({ limits: 'off' });
});

beforeEach(async () => {
  user = await createUser(api);
});

afterAll(() => api.close());

const upload = (archive: Buffer, to = api, by = user) =>
  to.request.post(path).set(by.auth).attach('file', archive, 'archive');

describe('the server keeps responding while it reads', () => {
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    [
      // The values take the parser 40 times as long as the same bytes of text.
      'an archive of 10 MB of small values',
      () => toZip({ 'outbox.json': `{"orderedItems":[${'[1,1,1,1],'.repeat(1_000_000)}1]}` }),
    ],
    [
      'a repository with a block of 2 MB',
      () => {
        const facets = Array.from({ length: 190_000 }, () => ({ a: [0] }));
        return toRepository({
          'app.bsky.feed.post/1': { $type: 'app.bsky.feed.post', text: 'x', facets },
        });
      },
    ],
    [
      'an archive with 10 million characters',
      () => {
        const content = `<p>${'long words '.repeat(300)}</p>`;
        return Buffer.from(toOutbox(Array.from({ length: 3000 }, (_, n) => aPost(n, { content }))));
      },
    ],
  ])('%s', async (_name, create) => {
    const archive = await create();
    // The first import also loads code.
    await upload(Buffer.from(toOutbox([aPost(1)]))).expect(201);
    const stalls: number[] = [];
    // Repeated, because other programs on the machine may stop the process.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const monitor = monitorProcess();
      const { status } = await upload(archive);
      expect([201, 400]).toContain(status);
      stalls.push(monitor.stallMs());
      monitor.stop();
      if (Math.min(...stalls) < stallMaxMs) break;
    }
    expect(Math.min(...stalls)).toBeLessThan(stallMaxMs);
  });

  it('a CSV file of 10,000 rows', async () => {
    const rows = Array.from(
      { length: 10_000 },
      (_, n) => `user${n}@mastodon.example,${'x'.repeat(150)}`,
    );
    const stalls: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const monitor = monitorProcess();
      const form = api.request.post('/api/users/me/imports').set(user.auth);
      form.field('kind', 'follows').attach('file', Buffer.from(rows.join('\n')), 'a.csv');
      expect((await form).status).toBe(201);
      stalls.push(monitor.stallMs());
      monitor.stop();
      if (Math.min(...stalls) < stallMaxMs) break;
    }
    expect(Math.min(...stalls)).toBeLessThan(stallMaxMs);
  });
});

describe('the size of an unpacked archive', () => {
  it('is limited for a ZIP file by its compressed size', async () => {
    const outbox = toOutbox([aPost(1)]);
    const bomb = await toZip({ 'outbox.json': outbox + ' '.repeat(40 * megabyte) });
    expect(bomb.length).toBeLessThan(100_000);
    expectError(await upload(bomb), 'validation_failed');
  });

  it('is limited per user and day, over all imports', async () => {
    const rules = readRateLimits({
      RATE_LIMIT_FACTOR: '1',
      RATE_LIMIT_IMPORTED_MEGABYTES: '5/60s',
    });
    const limited = await startTestApi({ settings: { rateLimitRules: rules } });
    onTestFinished(() => limited.close());
    const [eager, other] = [await createUser(limited), await createUser(limited)];
    const outbox = Buffer.from(toOutbox([aPost(1)]) + ' '.repeat(2 * megabyte));
    await upload(await toZip({ 'outbox.json': outbox }), limited, eager).expect(201);
    const response = await upload(outbox, limited, eager);
    expectError(response, 'rate_limited');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    await upload(outbox, limited, other).expect(201);
  });
});

it('commits an import in batches, between which the account can write', async () => {
  const posts = Array.from({ length: 5000 }, (_, number) => aPost(number));
  const imported = upload(Buffer.from(toOutbox(posts))).then((response) => response);
  const progress = { isDone: false };
  void imported.finally(() => {
    progress.isDone = true;
  });
  const where = { userId: user.id };
  await expect.poll(() => api.database.importedPost.count({ where })).toBeGreaterThan(0);
  let writesDuringImport = 0;
  while (!progress.isDone) {
    await api.request.post('/api/threads').set(user.auth).field('content', 'Hello').expect(201);
    const count = await api.database.importedPost.count({ where });
    if (count > 0 && count < posts.length) writesDuringImport += 1;
  }
  const response = await imported;
  const { addedCount } = response.body as PostsImport;
  expect({ status: response.status, addedCount }).toEqual({
    status: 201,
    addedCount: posts.length,
  });
  expect(writesDuringImport).toBeGreaterThan(2);
  const transactions = await api.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM imported_posts WHERE user_id = ${user.id}::uuid
    GROUP BY xmin ORDER BY count DESC`;
  expect(transactions[0]?.count).toBeLessThanOrEqual(500);
});
