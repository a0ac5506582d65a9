import { expect, it, onTestFinished } from 'vitest';
import { openCounterPool } from '../../src/platform/rate-limits/counters.repository.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { isOutage } from '../../src/platform/is-outage.ts';
import { findFreePort } from '../support/servers/free-port.ts';

it('rejects with an outage error while the database is unavailable', async () => {
  const pool = openCounterPool({
    databaseUrl: `postgres://skein@127.0.0.1:${await findFreePort()}/skein`,
    timeoutMs: 500,
    logger: createLogger({ level: 'silent' }),
  });
  onTestFinished(() => pool.stop());
  const attempt = () => pool.query({ text: 'SELECT 1' }).catch((error: unknown) => error);
  expect(await attempt()).toMatchObject({ code: 'ECONNREFUSED' });
  const second = await attempt();
  expect(second).toMatchObject({ message: 'The rate limit counters are not available.' });
  expect(isOutage(second)).toBe(true);
});
