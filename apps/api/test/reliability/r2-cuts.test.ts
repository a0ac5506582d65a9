import path from 'node:path';
import { expect, it } from 'vitest';
import { register } from '../support/http/requests.ts';
import { startFailingDatabase } from '../support/faults/failing-database.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { expectConsistent, expectAllWritesStored } from './load/invariants.ts';
import { createAcknowledgedWrites } from './load/acknowledged-writes.ts';
import { startWriteLoad } from './load/write-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
/** Rounds of 150 acknowledged writes each; `pnpm test:soak` runs more. */
const roundsCount = Number(process.env['CUT_ROUNDS'] ?? 1);

it(
  'loses nothing when database connections are cut at any byte',
  async () => {
    const { postgres, proxy, url } = await startFailingDatabase();
    const server = startTestServer(postgres, { env: { DATABASE_URL: url } });
    const address = await server.ready;
    const users = await Promise.all(names.map((name) => register(address, name)));
    const acknowledged = createAcknowledgedWrites();
    const load = startWriteLoad({ getAddress: () => address, users, acknowledged });
    await proxy.setMode('flaky');
    for (let round = 0; round < roundsCount; round += 1) await load.untilAcknowledged(150);
    await proxy.setMode('open');
    await load.stop();
    server.expectNoFailures();
    const stored = {
      database: postgres.database,
      databaseUrl: postgres.url,
      mediaDirectory: path.join(postgres.directory, 'server', 'media'),
    };
    await expectAllWritesStored(acknowledged, stored);
    await expectConsistent(acknowledged, stored);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
  120_000 + roundsCount * 60_000,
);
