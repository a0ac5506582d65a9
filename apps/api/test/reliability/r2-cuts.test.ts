import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { register } from '../support/ask.ts';
import { startOwnDatabase } from '../support/own-database.ts';
import type { OwnDatabase } from '../support/own-database.ts';
import { startOwnServer } from '../support/own-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import { expectNothingHalfDone, expectNothingLost } from './storm/invariants.ts';
import { createLedger } from './storm/ledger.ts';
import { startStorm } from './storm/storm.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];
/** Of 300 acknowledged writes each; `pnpm test:soak` wants more. */
const roundsCount = Number(process.env['CUT_ROUNDS'] ?? 1);

let own: OwnDatabase;
let way: TcpProxy;

beforeEach(async () => {
  own = await startOwnDatabase();
  way = await startTcpProxy({ targetPort: Number(new URL(own.url).port) });
});

afterEach(async () => {
  await way.close();
  await own.close();
});

it(
  'loses nothing where connections to the database are cut at any byte',
  async () => {
    const url = Object.assign(new URL(own.url), { port: String(way.port) });
    const server = startOwnServer(own, { env: { DATABASE_URL: url.href } });
    const address = await server.ready;
    const people = await Promise.all(names.map((name) => register(address, name)));
    const ledger = createLedger();
    const storm = startStorm({ addressOf: () => address, people, ledger });
    await way.setMode('frayed');
    for (let round = 0; round < roundsCount; round += 1) await storm.untilAcknowledged(300);
    await way.setMode('open');
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
