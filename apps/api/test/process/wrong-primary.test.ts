import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, Prisma } from '@skein/db';
import { acquireLock } from '@skein/db/advisory-lock';
import { listen } from '@skein/db/listen';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { isOutage } from '../../src/platform/is-outage.ts';
import {
  hasPostgresPrograms,
  startReplicatedPostgres,
} from '@skein/db/testing/replicated-postgres';
import type { PostgresServer, ReplicatedPostgres } from '@skein/db/testing/replicated-postgres';

// Skipped without PostgreSQL's programs: install the package postgresql-15 to run them.
describe.skipIf(!hasPostgresPrograms)('the address of the primary leads to a replica', () => {
  let postgres: ReplicatedPostgres;
  let replica: PostgresServer;

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(1);
    const [first] = postgres.replicas;
    if (first === undefined) throw new Error('There is no replica.');
    replica = first;
  });

  afterAll(() => postgres.close());

  it('starts no jobs that run on one server', async () => {
    const onAcquired = vi.fn<() => void>();
    const lock = acquireLock({
      url: replica.url,
      key: '4712',
      onAcquired,
      onLost: () => undefined,
    });
    onTestFinished(() => lock.stop());
    // Longer than the interval at which it tries again.
    await sleep(2500);
    expect(onAcquired).not.toHaveBeenCalled();
  });

  it('does not receive signals, and says so', async () => {
    const [onGap, onLive] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const listener = listen({
      url: replica.url,
      channels: ['skein_test'],
      onNotification: () => undefined,
      onGap,
      onLive,
    });
    onTestFinished(() => listener.stop());
    await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce(), 10_000);
    expect(onLive).not.toHaveBeenCalled();
  });

  it('rejects reads and writes as an outage until it is promoted', async () => {
    const database = createDatabase({ url: replica.url, onError: () => undefined });
    onTestFinished(() => database.$disconnect());
    const write = () => database.idempotencyKey.deleteMany();
    for (const request of [
      () => database.user.count(),
      write,
      () => database.$transaction((transaction) => transaction.user.count()),
      () => database.query(Prisma.sql`SELECT 1`),
    ]) {
      const error: unknown = await request().catch((cause: unknown) => cause);
      expect({ error, isOutage: isOutage(error) }).toMatchObject({ isOutage: true });
    }
    await replica.database.$queryRaw`SELECT pg_promote()`;
    expect(await write()).toEqual({ count: 0 });
  });
});
