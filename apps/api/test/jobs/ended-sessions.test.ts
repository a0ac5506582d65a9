import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionRetention } from '../../src/server/jobs/ended-sessions.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const daysFromNow = (days: number) =>
  new Date(api.clock.now().getTime() + days * 24 * 60 * 60 * 1000);

test('deletes sessions a month after their end and keeps active ones', async () => {
  const { id: userId } = await createUser(api);
  const [active] = await api.database.session.findMany({ where: { userId } });
  const insert = async (expiresAt: Date, revokedAt: Date | null) => {
    const id = newId();
    await api.database.session.create({
      data: { id, userId, createdAt: daysFromNow(-60), expiresAt, revokedAt },
    });
    return id;
  };
  const expectedIds = [
    active?.id,
    await insert(daysFromNow(-29), null),
    await insert(daysFromNow(20), daysFromNow(-29)),
  ];
  await insert(daysFromNow(-31), null);
  await insert(daysFromNow(20), daysFromNow(-31));
  const retention = createSessionRetention({
    database: api.database,
    clock: api.clock,
    readAddressDays: () => 90,
  });
  expect(await retention.deleteEnded()).toBe(2);
  const remaining = await api.database.session.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
  });
  expect(remaining.map(({ id }) => id)).toEqual(expectedIds);
});
