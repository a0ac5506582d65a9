import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-stop-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const run = () => startProcess({ DATA_DIR: dataDirectory });

const placesOf = (...names: string[]) =>
  names.map((name) => path.join(dataDirectory, 'postgres', name));

async function startAndStop(): Promise<unknown> {
  const server = run();
  await server.ready;
  server.child.kill('SIGTERM');
  return server.exited;
}

/** Tells a starting server to stop; gives how it ended and what it left. */
async function interrupt(when: () => Promise<unknown>) {
  const server = run();
  await when();
  server.child.kill('SIGTERM');
  const code = await server.exited;
  const left = placesOf('owner.lock', 'cluster/postmaster.pid').filter((place) =>
    existsSync(place),
  );
  return { code, errors: await server.errors, left };
}

/** A moment of which it is certain that the database is being made or started. */
function databaseStarts(): Promise<void> {
  const [lock = ''] = placesOf('owner.lock');
  return vi.waitFor(() => expect(existsSync(lock)).toBe(true), { timeout: 60_000, interval: 5 });
}

const clean = { code: 0, errors: '', left: [] };

describe('a server told to stop while it starts', { timeout: 300_000 }, () => {
  it('leaves nothing running, and starts again', async () => {
    await startAndStop();
    expect(await interrupt(databaseStarts)).toEqual(clean);
    for (const delayMs of [50, 300, 800, 1500]) {
      const { code, errors, left } = await interrupt(() => sleep(delayMs));
      expect({ errors, left }).toEqual({ errors: '', left: [] });
      // Before its first line runs, the system itself ends the process, without a code.
      expect([0, null]).toContain(code);
    }
    expect(await startAndStop()).toBe(0);
  });

  it('leaves nothing running when it has yet to make its database, and starts again', async () => {
    expect(await interrupt(databaseStarts)).toEqual(clean);
    expect(await startAndStop()).toBe(0);
  });
});
