import { afterAll, beforeAll, expect, it } from 'vitest';
import { dateOfId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
});

afterAll(() => api.close());

it('creates sessions, reports and audit entries at the time contained in their ids', async () => {
  const admin = await createAdministrator(api);
  const { id: targetId } = await createUser(api);
  api.clock.advance(60_000);
  const { email, password } = admin;
  await api.request.post('/api/auth/login').send({ email, password }).expect(200);
  const body = { targetType: 'user', targetId, reason: 'spam' };
  await api.request.post('/api/reports').set(admin.auth).send(body).expect(201);
  const [report] = await api.database.report.findMany();
  const path = `/api/admin/reports/${report?.id}/dismiss`;
  await api.request.post(path).set(admin.auth).send({}).expect(200);

  const session = { where: { userId: admin.id }, orderBy: { id: 'desc' } } as const;
  const rows = [
    await api.database.session.findFirstOrThrow(session),
    report,
    await api.database.auditEntry.findFirstOrThrow({ where: { targetId: report?.id ?? '' } }),
  ];
  expect(rows.map((row) => row?.createdAt)).toEqual(rows.map((row) => dateOfId(row?.id ?? '')));
});
