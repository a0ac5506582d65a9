import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findCounterDrift } from '@skein/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { hasFfmpeg } from '../media/has-ffmpeg.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import { isRunning } from '../support/servers/is-running.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { timeFactor } from '../support/time-factor.ts';
import { expectConsistent, expectAllWritesStored, expectSwept } from './load/invariants.ts';
import { createAcknowledgedWrites } from './load/acknowledged-writes.ts';
import { startWriteLoad } from './load/write-load.ts';

/** One round for each victim; `pnpm test:soak` runs more. */
const roundsCount = Number(process.env['KILL_ROUNDS'] ?? 3);
const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
const victims = ['the server', 'the database', 'both'] as const;

let postgres: TestPostgres;

beforeEach(async () => {
  postgres = await startTestPostgres();
});

afterEach(() => postgres.close());

it(
  `loses no acknowledged write under load when processes are killed ${roundsCount} times`,
  { timeout: 120_000 + roundsCount * 30_000 },
  async () => {
    let server = startTestServer(postgres);
    let address = await server.ready;
    const users = await Promise.all(names.map((name) => register(address, name)));
    const acknowledged = createAcknowledgedWrites();
    const stored = {
      database: postgres.database,
      databaseUrl: postgres.url,
      mediaDirectory: path.join(postgres.directory, 'server', 'media'),
    };
    for (let round = 0; round < roundsCount; round += 1) {
      const victim = victims[round % victims.length];
      const load = startWriteLoad({ getAddress: () => address, users, acknowledged });
      await load.untilAcknowledged(40);
      // A different moment in each round.
      await sleep(Math.random() * 100);
      if (victim !== 'the server') postgres.kill();
      if (victim !== 'the database') {
        server.child.kill('SIGKILL');
        await server.exited;
        server = startTestServer(postgres);
        address = await server.ready;
      }
      await load.untilAcknowledged(40);
      await load.stop();
      server.expectNoFailures();
    }
    await expectAllWritesStored(acknowledged, stored);
    await expectConsistent(acknowledged, stored);
    await expectSwept(stored);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
);

it('publishes each scheduled thread and chain once and in time when a server is killed', async () => {
  // It runs the jobs of all servers, because it is the first.
  const first = startTestServer(postgres, { name: 'first' });
  const { id: authorId } = await register(await first.ready, 'ada');
  const second = startTestServer(postgres, { name: 'second' });
  await second.ready;
  const scheduledAt = new Date(Date.now() + 500);
  const scheduled = Array.from({ length: 120 }, (_, index) => ({
    id: newId(),
    authorId,
    content: `Thread ${index}`,
    scheduledAt,
  }));
  const parts = scheduled.slice(0, 30).map(({ id: scheduledId, content }) => {
    return { scheduledId, authorId, content: `${content}, continued`, position: 1, files: 0 };
  });
  await postgres.database.scheduledThread.createMany({ data: scheduled });
  await postgres.database.scheduledPart.createMany({ data: parts });
  const contents = [...scheduled, ...parts].map(({ content }) => content);
  const countPublished = () => postgres.database.thread.count();
  await expect.poll(countPublished, { interval: 5 }).toBeGreaterThan(0);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await countPublished()).toBeLessThan(contents.length);

  await expect.poll(() => postgres.database.scheduledThread.count()).toBe(0);
  const threads = await postgres.database.thread.findMany();
  expect(threads.map(({ content }) => content).toSorted()).toEqual(contents.toSorted());
  const delaysMs = threads.map(({ createdAt }) => Number(createdAt) - Number(scheduledAt));
  expect(Math.max(...delaysMs)).toBeLessThan(10_000 * timeFactor);
  expect(await findCounterDrift(postgres.url)).toEqual([]);
  second.expectNoFailures();
});

it.skipIf(!hasFfmpeg)('converts a video once when its server is killed', async () => {
  const programs = path.join(postgres.directory, 'programs');
  const pidFile = path.join(programs, 'pid');
  await mkdir(programs);
  await installSlowFfmpeg(path.join(programs, 'ffmpeg'), pidFile);
  const searchPath = process.env['PATH'] ?? '';
  const start = (PATH: string) =>
    startTestServer(postgres, { env: { PATH, VIDEO_CONVERSION: 'on' } });
  const first = start(`${programs}:${searchPath}`);
  const address = await first.ready;
  const { token } = await register(address, 'ada');
  await postVideo(address, token);
  await expect.poll(() => readFile(pidFile, 'utf8').catch(() => '')).toMatch(/\n$/);

  first.child.kill('SIGKILL');
  await first.exited;
  const pid = Number(await readFile(pidFile, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
  // As if the minute had passed after which another server takes over.
  await postgres.database.videoConversion.updateMany({ data: { dueAt: new Date() } });
  const second = start(searchPath);
  await second.ready;
  const readConversion = () => postgres.database.videoConversion.findFirst();
  await expect.poll(readConversion).toMatchObject({ replacedFileName: 'original.webm' });

  expect(await readConversion()).toMatchObject({ attempts: 2 });
  expect(await postgres.database.media.findMany()).toMatchObject([{ fileName: 'converted2.mp4' }]);
  const files = await readdir(path.join(postgres.directory, 'server'), {
    recursive: true,
    withFileTypes: true,
  });
  const stored = files.flatMap((file) => (file.isFile() ? [file.name] : []));
  expect(stored.toSorted()).toEqual(['converted2.mp4', 'original.webm', 'poster.webp']);
  second.expectNoFailures();
});

/** A conversion takes as long as the video. */
async function installSlowFfmpeg(file: string, pidFile: string): Promise<void> {
  const lines = [
    '#!/bin/sh',
    `PATH=${process.env['PATH']}`,
    `case "$*" in *faststart*) echo $$ > ${pidFile}; exec ffmpeg -re "$@";; esac`,
    'exec ffmpeg "$@"',
  ];
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o755);
}

async function postVideo(address: string, token: string): Promise<void> {
  const file = path.join(postgres.directory, 'loom.webm');
  const line = '-loglevel error -f lavfi -i testsrc2=s=66x38:d=60:r=1 -c:v libvpx -threads 1';
  await promisify(execFile)('ffmpeg', [...line.split(' '), file]);
  const body = new FormData();
  body.append('content', 'A loom');
  body.append('media', new Blob([await readFile(file)]), 'loom.webm');
  const { status } = await sendRequest(address, { path: '/api/threads', token, body });
  expect(status).toBe(201);
}
