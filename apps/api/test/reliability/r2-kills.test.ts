import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { register } from '../support/http/requests.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
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
      const load = startWriteLoad({ addressOf: () => address, users, acknowledged });
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
      await expectAllWritesStored(acknowledged, stored);
      await expectConsistent(acknowledged, stored);
    }
    await expectSwept(stored);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
);
