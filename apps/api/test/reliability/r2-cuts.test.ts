import path from 'node:path';
import { expect, it } from 'vitest';
import { register } from '../support/http/requests.ts';
import { startFailingDatabase } from '../support/faults/failing-database.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { expectNothingHalfDone, expectNothingLost } from './load/invariants.ts';
import { createLedger } from './load/acknowledged-writes.ts';
import { startStorm } from './load/write-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
/** Of 300 acknowledged writes each; `pnpm test:soak` wants more. */
const roundsCount = Number(process.env['CUT_ROUNDS'] ?? 1);

it(
  'loses nothing where connections to the database are cut at any byte',
  async () => {
    const { own, proxy, url } = await startFailingDatabase();
    const server = startTestServer(own, { env: { DATABASE_URL: url } });
    const address = await server.ready;
    const users = await Promise.all(names.map((name) => register(address, name)));
    const ledger = createLedger();
    const storm = startStorm({ addressOf: () => address, users, ledger });
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
    await expectNothingLost(ledger, place);
    await expectNothingHalfDone(ledger, place);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect(await server.errors).toBe('');
  },
  120_000 + roundsCount * 60_000,
);
