import { expect, it, onTestFinished } from 'vitest';
import { openCounterStore } from '../../src/http/rate-limits/counter-store.repository.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { isOutage } from '../../src/platform/is-outage.ts';
import { findFreePort } from '../support/servers/free-port.ts';

it('says why it rests, so that a job that comes meanwhile is put off and has not failed', async () => {
  const store = openCounterStore({
    databaseUrl: `postgres://skein@127.0.0.1:${await findFreePort()}/skein`,
    logger: createLogger({ level: 'silent' }),
  });
  onTestFinished(() => store.stop());
  const attempt = () => store.removeExpired().catch((error: unknown) => error);
  expect(await attempt()).toMatchObject({ code: 'ECONNREFUSED' });
  const resting = await attempt();
  expect(resting).toMatchObject({ message: 'The rate limit counters are not available.' });
  expect(isOutage(resting)).toBe(true);
});
