import { setTimeout as sleep } from 'node:timers/promises';
import { errorBodySchema } from '@skein/contracts/http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/logger.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { listOperations } from './fuzz/operations.ts';
import type { Operation } from './fuzz/operations.ts';
import { fuzzOptions, getRequest } from './fuzz/requests.ts';
import type { FuzzedRequest } from './fuzz/requests.ts';
import { sendRequest } from './fuzz/send-request.ts';
import type { FuzzResponse } from './fuzz/send-request.ts';
import { heapMb, monitorProcess } from './fuzz/process-monitor.ts';
import { createResponseValidator } from '../support/http/response-validator.ts';
import type { ValidateResponse } from '../support/http/response-validator.ts';
import { createFuzzData } from './fuzz/fuzz-data.ts';
import type { FuzzData } from './fuzz/fuzz-data.ts';

const { requestsCount, ...seed } = fuzzOptions(1200);
const stallMaxMs = 200 * timeFactor;
/** Memory that the second half may add: the test itself remembers a little per request. */
const heapGrowthMaxMb = 20;

let api: TestApi;
let data: FuzzData;
let validateResponse: ValidateResponse;
const failures: string[] = [];
/** Proves that not all requests are rejected. */
let successCount = 0;

beforeAll(async () => {
  const destination = { write: (line: string) => void failures.push(line) };
  // One user sends more requests than allowed.
  api = await startTestApi({
    limits: 'off',
    settings: { logger: createLogger({ level: 'error', destination }) },
  });
  data = await createFuzzData(api);
}, 60_000);

afterAll(() => api.close());

/** Signs in again after requests that end a session. */
async function restoreSession(viewer: number): Promise<void> {
  const user = data.users[viewer];
  if (user === undefined) return;
  await api.database.user.update({ where: { id: user.id }, data: { suspendedAt: null } });
  const device = { userAgent: undefined, address: undefined, locale: 'en' as const };
  const { response } = await api.services.auth.login(user, device);
  user.auth = { Authorization: `Bearer ${response.token}` };
}

async function check(operation: Operation, fuzzed: FuzzedRequest): Promise<void> {
  failures.length = 0;
  const user = fuzzed.viewer === undefined ? undefined : data.users[fuzzed.viewer];
  const response = await sendRequest(api.port, fuzzed, user?.auth);
  const details = [fuzzed.path, response.status, response.text, ...failures]
    .join('\n')
    .slice(0, 4000);
  if (response.status >= 500) throw new Error(details);
  if (response.status < 300) successCount += 1;
  if (!operation.statuses.includes(response.status)) throw new Error(details);
  if (response.text === '') {
    if (operation.isJson || response.status >= 300) throw new Error(`${details} ${response.type}`);
    return;
  }
  const violations = findViolations(operation, response);
  if (violations.length > 0) throw new Error(`${JSON.stringify(violations)}\n${details}`);
  if (response.status === 401 && fuzzed.viewer !== undefined) await restoreSession(fuzzed.viewer);
}

function findViolations(operation: Operation, { status, text }: FuzzResponse): readonly object[] {
  const body: unknown = JSON.parse(text);
  if (status >= 400) errorBodySchema.strict().parse(body);
  return validateResponse(operation, status, body);
}

/** Sorts destructive operations last. */
function destructiveness({ id, method }: Operation): number {
  return method === 'DELETE' || /block|suspend|admin/i.test(id) ? 1 : 0;
}

async function fuzzOperation(operation: Operation, numRuns: number): Promise<void> {
  const { pool, users, files } = data;
  const requests = getRequest(operation, { pool, viewers: users.length, files });
  const property = fc.asyncProperty(requests, (fuzzed) => check(operation, fuzzed));
  await fc.assert(property, { ...seed, numRuns });
}

it('returns responses according to the contract for any request to any route', async () => {
  const document = await api.request.get('/api/openapi.json');
  validateResponse = createResponseValidator(document.body as object);
  const operations = listOperations(document.body).toSorted(
    (a, b) => destructiveness(a) - destructiveness(b),
  );
  expect(operations.length).toBeGreaterThan(60);
  const monitor = monitorProcess();
  const stalls: string[] = [];
  const numRuns = Math.ceil(requestsCount / operations.length);
  let halfwayMb = 0;
  for (const [index, operation] of operations.entries()) {
    if (index === Math.floor(operations.length / 2)) {
      halfwayMb = heapMb();
      // The garbage collection of `heapMb` blocked the event loop, not the server.
      await sleep(20);
      monitor.stallMs();
    }
    await fuzzOperation(operation, numRuns);
    const ms = Math.round(monitor.stallMs());
    if (ms > stallMaxMs) stalls.push(`${operation.id}: ${ms} ms`);
  }
  const growthMb = heapMb() - halfwayMb;
  monitor.stop();
  expect(successCount).toBeGreaterThan(requestsCount / 5);
  expect(stalls).toEqual([]);
  expect(growthMb).toBeLessThan(heapGrowthMaxMb);
  expect((await api.request.get('/api/ready')).status).toBe(200);
}, 600_000);
