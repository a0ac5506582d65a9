import path from 'node:path';
import { expect, it } from 'vitest';
import { register } from '../support/http/requests.ts';
import { startFailingDatabase } from '../support/faults/failing-database.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { expectConsistent, expectNothingLost } from './load/invariants.ts';
import { createAcknowledgedWrites } from './load/acknowledged-writes.ts';
import { startWriteLoad } from './load/write-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
/** Rounds of 300 acknowledged writes each; `pnpm test:soak` runs more. */
const roundsCount = Number(process.env['CUT_ROUNDS'] ?? 1);

it(
  'loses nothing when database connections are cut at any byte',
  async () => {
    const { own, proxy, url } = await startFailingDatabase();
    const server = startTestServer(own, { env: { DATABASE_URL: url } });
    const address = await server.ready;
    const users = await Promise.all(names.map((name) => register(address, name)));
    const acknowledged = createAcknowledgedWrites();
    const storm = startWriteLoad({ addressOf: () => address, users, acknowledged });
    await proxy.setMode('flaky');
    for (let round = 0; round < roundsCount; round += 1) await storm.untilAcknowledged(300);
    await proxy.setMode('open');
    await storm.stop();
    server.expectNoFailures();
    const place = {
      database: own.database,
      databaseUrl: own.url,
      mediaDirectory: path.join(own.directory, 'server', 'media'),
    };
    await expectNothingLost(acknowledged, place);
    await expectConsistent(acknowledged, place);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
  120_000 + roundsCount * 60_000,
);
