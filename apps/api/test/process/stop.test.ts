import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDatabaseFiles } from '../support/servers/database-files.ts';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-stop-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const run = () => startProcess({ DATA_DIR: dataDirectory });

async function startAndStop(): Promise<unknown> {
  const server = run();
  await server.ready;
  server.child.kill('SIGTERM');
  return server.exited;
}

/** Stops a starting server and returns its exit code, errors and remaining files. */
async function interrupt(when: () => Promise<unknown>) {
  const server = run();
  await when();
  server.child.kill('SIGTERM');
  const code = await server.exited;
  return { code, errors: await server.errors, remaining: findDatabaseFiles(dataDirectory) };
}

/** Resolves while the database is created or started. */
function waitForDatabaseStart(): Promise<void> {
  return vi.waitFor(() => expect(findDatabaseFiles(dataDirectory)).toContain('owner.lock'), {
    timeout: 60_000,
    interval: 5,
  });
}

const cleanResult = { code: 0, errors: '', remaining: [] };

describe('a server that is stopped during its start', { timeout: 300_000 }, () => {
  it('leaves no processes and can start again', async () => {
    // While it creates its database.
    expect(await interrupt(waitForDatabaseStart)).toEqual(cleanResult);
    expect(await startAndStop()).toBe(0);
    // While it starts its database.
    expect(await interrupt(waitForDatabaseStart)).toEqual(cleanResult);
    for (const delayMs of [50, 400, 1200]) {
      const { code, errors, remaining } = await interrupt(() => sleep(delayMs));
      expect({ errors, remaining }).toEqual({ errors: '', remaining: [] });
      // Before the first line runs, the signal ends the process without an exit code.
      expect([0, null]).toContain(code);
    }
    expect(await startAndStop()).toBe(0);
  });
});
