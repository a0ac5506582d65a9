import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import type { Engine } from './engine.ts';
import { startLoad } from './load.ts';
import type { LoadResponse } from './load.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const recoveryMaxMs = 5000;
const requestMaxMs = 10_000;
/** Success, rate limited, unavailable. Never 401, which would sign users out. */
const allowedStatuses = new Set([200, 201, 429, 503]);

/**
 * Kills the database under load and restarts it: requests get 503 with Retry-After, succeed again within
 * five seconds of its return, and no acknowledged thread is lost. Returns a summary.
 */
export async function measureOutage(
  engine: Engine,
  project: Project,
  token: string,
): Promise<string> {
  const postgres = await project.containerId('postgres');
  const load = startLoad(project.url, token);
  await sleep(2000);
  await read(['docker', 'kill', postgres], engine);
  const killedAt = Date.now();
  await sleep(4000);
  await read(['docker', 'start', postgres], engine);
  await waitForDatabase(project);
  const availableAt = Date.now();
  await sleep(recoveryMaxMs);
  await load.stop();
  const responses = load.responses;
  expectAllowed(responses);
  const rejected = responses.filter(({ status }) => status === 503);
  assert(rejected.length > 0, 'No request failed during the outage.');
  const recoveredAt = responses.find(
    ({ at, status }) => at >= killedAt + 4000 && isSuccess(status),
  )?.at;
  assert(
    recoveredAt !== undefined && recoveredAt - availableAt < recoveryMaxMs,
    'The server did not recover in time.',
  );
  const lost = await countLost(project.url, token, responses);
  assert.equal(lost, 0, `${lost} acknowledged threads are lost`);
  const slowestMs = Math.max(...responses.map(({ ms }) => ms));
  assert(slowestMs < requestMaxMs, `A request took ${slowestMs} ms.`);
  const recoveryMs = Math.max(0, recoveredAt - availableAt);
  return `${responses.length} requests, ${rejected.length} rejected, recovered ${recoveryMs} ms after the database, slowest ${slowestMs} ms`;
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}

function expectAllowed(responses: readonly LoadResponse[]): void {
  const wrong = responses.filter(({ status }) => !allowedStatuses.has(status));
  const statuses = [...new Set(wrong.map(({ status }) => status))];
  assert.deepEqual(statuses, [], `${wrong.length} responses have an unexpected status.`);
  const withoutRetryAfter = responses.filter(
    ({ status, retryAfter }) => status === 503 && retryAfter === null,
  );
  assert.equal(
    withoutRetryAfter.length,
    0,
    'A response with status 503 has no Retry-After header.',
  );
}

async function waitForDatabase(project: Project): Promise<void> {
  const isAvailable = () =>
    project.exec('postgres', 'pg_isready', '--host=127.0.0.1', '--quiet').then(
      () => true,
      () => false,
    );
  while (!(await isAvailable())) await sleep(100);
}

async function countLost(
  url: string,
  token: string,
  responses: readonly LoadResponse[],
): Promise<number> {
  const written = responses.flatMap(({ threadId }) => threadId ?? []);
  assert(written.length > 0, 'No thread was created.');
  const ownIds = new Set<unknown>();
  for (let page = 0, last = false; !last; page += 1) {
    const response = await fetch(`${url}/api/threads/my-threads?page=${page}&size=100`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    // The check needs only the ids of the page.
    const body = (await response.json()) as { content: { id: string }[]; last: boolean };
    for (const { id } of body.content) ownIds.add(id);
    last = body.last;
  }
  return written.filter((id) => !ownIds.has(id)).length;
}
