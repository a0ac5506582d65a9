import { afterAll, beforeAll, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  const rateLimitRules = rules && { ...rules, reports: { max: 3, seconds: 86_400 } };
  api = await startTestApi({ settings: { rateLimitRules } });
});

afterAll(() => api.close());

const report = (as: User, target: User) =>
  api.request
    .post('/api/reports')
    .set(as.auth)
    .send({ targetType: 'user', targetId: target.id, reason: 'spam' });

it('limits the reports of a user, apart from other writes', async () => {
  const reporter = await createUser(api);
  const targets = [1, 2, 3, 4].map(() => createUser(api));
  const [last, ...others] = await Promise.all(targets);
  for (const target of others) await report(reporter, target).expect(201);
  if (last === undefined) throw new Error('Four users were created.');
  expectError(await report(reporter, last), 'rate_limited');
  await api.request.post('/api/threads').set(reporter.auth).field({ content: 'x' }).expect(201);
  await report(last, reporter).expect(201);
});
