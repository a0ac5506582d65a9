import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { register } from '../support/http/requests.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { expectConsistent, expectNothingLost, expectSwept } from './load/invariants.ts';
import { createAcknowledgedWrites } from './load/acknowledged-writes.ts';
import { startWriteLoad } from './load/write-load.ts';

/** One round for each victim; `pnpm test:soak` runs more. */
const roundsCount = Number(process.env['KILL_ROUNDS'] ?? 3);
const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
const victims = ['the server', 'the database', 'both'] as const;

let own: TestPostgres;

beforeEach(async () => {
  own = await startTestPostgres();
});

afterEach(() => own.close());

it(
  `loses nothing that was acknowledged in a storm of writes over ${roundsCount} kills`,
  { timeout: 120_000 + roundsCount * 30_000 },
  async () => {
    let server = startTestServer(own);
    let address = await server.ready;
    const users = await Promise.all(names.map((name) => register(address, name)));
    const acknowledged = createAcknowledgedWrites();
    const place = {
      database: own.database,
      databaseUrl: own.url,
      mediaDirectory: path.join(own.directory, 'server', 'media'),
    };
    for (let round = 0; round < roundsCount; round += 1) {
      const victim = victims[round % victims.length];
      const storm = startWriteLoad({ addressOf: () => address, users, acknowledged });
      await storm.untilAcknowledged(40);
      // A different moment in each round.
      await sleep(Math.random() * 100);
      if (victim !== 'the server') own.kill();
      if (victim !== 'the database') {
        server.child.kill('SIGKILL');
        await server.exited;
        server = startTestServer(own);
        address = await server.ready;
      }
      await storm.untilAcknowledged(40);
      await storm.stop();
      server.expectNoFailures();
      await expectNothingLost(acknowledged, place);
      await expectConsistent(acknowledged, place);
    }
    await expectSwept(place);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
);
