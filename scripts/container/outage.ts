import { setTimeout as sleep } from 'node:timers/promises';
import assert from 'node:assert/strict';
import type { Engine } from './engine.ts';
import { startLoad } from './load.ts';
import type { Answer } from './load.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const healMs = 5000;
const longestMs = 10_000;
/** Success, rate limited, unavailable. Never 401, which would sign users out. */
const allowedStatuses = new Set([200, 201, 429, 503]);

/**
 * Kills the database under load and restarts it: requests get 503 with Retry-After, succeed again within
 * five seconds of its return, and no acknowledged thread is lost. Returns a summary.
 */
export async function survivesOutage(
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
  const returnedAt = Date.now();
  await sleep(healMs);
  await load.stop();
  const answers = load.answers;
  expectAllowed(answers);
  const away = answers.filter(({ status }) => status === 503);
  assert(away.length > 0, 'no request noticed the outage');
  const healedAt = answers.find(({ at, status }) => at >= killedAt + 4000 && isSuccess(status))?.at;
  assert(healedAt !== undefined && healedAt - returnedAt < healMs, 'it did not heal in time');
  const lost = await countLost(project.url, token, answers);
  assert.equal(lost, 0, `${lost} acknowledged threads are gone`);
  const longest = Math.max(...answers.map(({ ms }) => ms));
  assert(longest < longestMs, `a request took ${longest} ms`);
  const healed = Math.max(0, healedAt - returnedAt);
  return `${answers.length} requests, ${away.length} refused, healed ${healed} ms after the database's return, longest ${longest} ms`;
}

function isSuccess(status: number): boolean {
  return status === 200 || status === 201;
}

function expectAllowed(answers: readonly Answer[]): void {
  const wrong = answers.filter(({ status }) => !allowedStatuses.has(status));
  const statuses = [...new Set(wrong.map(({ status }) => status))];
  assert.deepEqual(statuses, [], `${wrong.length} answers of a wrong status`);
  const silent = answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null);
  assert.equal(silent.length, 0, 'some 503 come without Retry-After');
}

async function waitForDatabase(project: Project): Promise<void> {
  const isBack = () =>
    project.exec('postgres', 'pg_isready', '--host=127.0.0.1', '--quiet').then(
      () => true,
      () => false,
    );
  while (!(await isBack())) await sleep(100);
}

async function countLost(url: string, token: string, answers: readonly Answer[]): Promise<number> {
  const written = answers.flatMap(({ threadId }) => threadId ?? []);
  assert(written.length > 0, 'nothing was written');
  const mine = new Set<unknown>();
  for (let page = 0, last = false; !last; page += 1) {
    const answer = await fetch(`${url}/api/threads/my-threads?page=${page}&size=100`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    // Only the ids of the page are needed.
    const body = (await answer.json()) as { content: { id: string }[]; last: boolean };
    for (const { id } of body.content) mine.add(id);
    last = body.last;
  }
  return written.filter((id) => !mine.has(id)).length;
}
