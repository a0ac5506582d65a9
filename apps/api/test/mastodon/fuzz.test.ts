import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { MastodonRoute } from '../../src/http/mastodon/mastodon-route.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { signInWithApp } from '../oauth/support.ts';
import { createFuzzData } from '../reliability/fuzz/fuzz-data.ts';
import type { FuzzData } from '../reliability/fuzz/fuzz-data.ts';
import type { Operation, Schema } from '../reliability/fuzz/operations.ts';
import { fuzzOptions, getRequest } from '../reliability/fuzz/requests.ts';
import type { FuzzedRequest } from '../reliability/fuzz/requests.ts';
import { sendRequest } from '../reliability/fuzz/send-request.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { listMastodonRoutes } from './routes.ts';

const { requestsCount, ...seed } = fuzzOptions(1000);

/** Mastodon's `Error`, with the fields that Skein adds. */
const errorSchema = z.looseObject({
  error: z.string().min(1),
  error_description: z.string().optional(),
});

let api: TestApi;
let data: FuzzData;
const tokens: { Authorization: string }[] = [];
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
  for (const user of data.users) tokens.push((await signInWithApp(api, user)).auth);
}, 60_000);

afterAll(() => api.close());

function toOperation(route: MastodonRoute): Operation {
  const query = route.query === undefined ? undefined : toSchema(route.query);
  const fields = route.fields === undefined ? null : toSchema(route.fields);
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    id: route.id,
    method: route.method,
    path: route.path,
    parameters: [
      ...names.map((name) => ({ name, in: 'path', schema: { type: 'string' } }) as const),
      ...Object.entries(query?.properties ?? {}).map(
        ([name, schema]) => ({ name, in: 'query', schema }) as const,
      ),
    ],
    json: route.files === undefined ? fields : null,
    form: fields,
    statuses: [],
    isJson: true,
  };
}

function toSchema(schema: z.ZodType): Schema {
  // Both describe the same standard.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
}

async function check(fuzzed: FuzzedRequest): Promise<void> {
  failures.length = 0;
  const auth = fuzzed.viewer === undefined ? undefined : tokens[fuzzed.viewer];
  const response = await sendRequest(api.port, fuzzed, auth);
  const details = [fuzzed.method, fuzzed.path, response.status, response.text, ...failures]
    .join('\n')
    .slice(0, 4000);
  if (response.status >= 500) throw new Error(details);
  if (response.status < 300) successCount += 1;
  const body: unknown = response.text === '' ? undefined : JSON.parse(response.text);
  if (response.status >= 400 && !errorSchema.safeParse(body).success) throw new Error(details);
  if (response.status < 300 && (typeof body !== 'object' || body === null))
    throw new Error(details);
}

it('returns no server error, and errors in the format of Mastodon, for any request', async () => {
  const operations = listMastodonRoutes(api.services)
    .map(toOperation)
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const { pool, users } = data;
  const files = data.files.map((file) => Buffer.from(file));
  const numRuns = Math.ceil(requestsCount / operations.length);
  for (const operation of operations) {
    const requests = getRequest(operation, { pool, viewers: users.length, files });
    await fc.assert(fc.asyncProperty(requests, check), { ...seed, numRuns });
  }
  expect(successCount).toBeGreaterThan(requestsCount / 5);
}, 600_000);
