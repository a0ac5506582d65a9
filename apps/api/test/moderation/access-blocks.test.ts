import type { AccessBlock } from '@skein/contracts/moderation';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createAdministrator, createUser, administratorEmail } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { openStream } from '../support/http/event-reader.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let other: TestApi;
let admin: User;
let stopJobs: () => Promise<void>;

const smtpUrl = 'smtp://127.0.0.1:9';

beforeAll(async () => {
  const settings = { adminEmails: [administratorEmail], trustedProxies: 1, smtpUrl };
  // One address registers more accounts than allowed.
  api = await startTestApi({ limits: 'off', settings });
  other = await startTestApi({ limits: 'off', databaseUrl: api.databaseUrl, settings });
  admin = await createAdministrator(api);
  stopJobs = startBackgroundJobs(other.services, api.databaseUrl);
});

afterAll(async () => {
  await stopJobs();
  await other.close();
  await api.close();
});

const post = (body: object, address = '198.51.100.1') =>
  api.request
    .post('/api/admin/blocks')
    .set({ ...admin.auth, 'X-Forwarded-For': address })
    .send(body);
const block = async (kind: AccessBlock['kind'], value: string, more: object = {}) => {
  const response = await post({ kind, value, ...more }).expect(201);
  return response.body as AccessBlock;
};
const end = (id: string) => api.request.delete(`/api/admin/blocks/${id}`).set(admin.auth);

let count = 0;
const password = 'analytical engine';
const register = (email: string, address = '198.51.100.2') => {
  count += 1;
  return api.request
    .post('/api/auth/register')
    .set('X-Forwarded-For', address)
    .send({
      firstName: 'Zelda',
      lastName: `Blocked${count}`,
      email,
      password,
      confirmPassword: password,
    });
};
const expectRejectedEmail = async (email: string) => {
  const response = await register(email);
  expectError(response, 'validation_failed');
  expect(response.body).toMatchObject({ errors: [{ path: 'email' }] });
};

describe('a blocked email domain', () => {
  it('rejects registrations and changed addresses, also of its subdomains, until it ends', async () => {
    const { id, value } = await block('email_domain', '*.Spam.Example.');
    expect(value).toBe('spam.example');
    await expectRejectedEmail('a@spam.example');
    await expectRejectedEmail('A@Mail.SPAM.Example');
    await register('a@notspam.example').expect(201);
    const member = await createUser(api);
    const change = await api.request
      .put('/api/auth/email')
      .set(member.auth)
      .send({ email: 'b@spam.example', password: 'x' });
    expectError(change, 'validation_failed');
    await end(id).expect(200);
    await register('a@spam.example').expect(201);
    expectError(await end(id), 'not_found');
  });

  it('rejects international names in both forms', async () => {
    await block('email_domain', 'münchen.example');
    await expectRejectedEmail('a@xn--mnchen-3ya.example');
  });

  it('rejects disposable domains only where administrators have turned it on', async () => {
    await register('a@mailinator.com').expect(201);
    const { version } = api.services.siteSettings.describe();
    await api.request
      .put('/api/admin/settings')
      .set(admin.auth)
      .send({ version, settings: { blocksDisposableEmails: true } })
      .expect(200);
    await expectRejectedEmail('b@mailinator.com');
    await expectRejectedEmail('b@team.Mailinator.com');
    await register('b@example.org').expect(201);
  });
});

describe('a blocked range of IP addresses', () => {
  it('rejects only registrations, also from IPv4-mapped addresses', async () => {
    const { id } = await block('ip_range', '203.0.113.77/24', { reason: 'Bots' });
    expectError(await register('c@example.org', '203.0.113.200'), 'forbidden');
    expectError(await register('c@example.org', '::ffff:203.0.113.200'), 'forbidden');
    await api.request.get('/api/instance').set('X-Forwarded-For', '203.0.113.200').expect(200);
    await register('c@example.org', '203.0.114.1').expect(201);
    await end(id).expect(200);
  });

  it('rejects all requests but those of monitoring, on all servers within two seconds', async () => {
    const { id } = await block('ip_range', '2001:db8:5::/48', { blocksAllAccess: true });
    const get = (path: string, server = api) =>
      server.request.get(path).set({ ...admin.auth, 'X-Forwarded-For': '2001:db8:5::1' });
    expectError(await get('/api/feed'), 'forbidden');
    const page = await get('/').expect(403);
    expect(page.text).toBe('Access from your network is blocked.\n');
    await get('/api/health').expect(200);
    await vi.waitFor(async () => expectError(await get('/api/instance', other), 'forbidden'), {
      timeout: 2000,
      interval: 20,
    });
    await end(id).expect(200);
    await get('/api/instance').expect(200);
    await vi.waitFor(() => get('/api/instance', other).expect(200), {
      timeout: 2000,
      interval: 20,
    });
  });

  it('ends the open event streams of these addresses only', async () => {
    const member = await createUser(api);
    const [blocked, kept] = await Promise.all(
      ['203.0.113.10', '198.51.100.20'].map((address) =>
        openStream({ port: api.port, headers: { ...member.auth, 'X-Forwarded-For': address } }),
      ),
    );
    await Promise.all([blocked?.until('connected'), kept?.until('connected')]);
    const { id } = await block('ip_range', '203.0.113.8/29', { blocksAllAccess: true });
    await blocked?.untilClosed();
    expect(kept?.isClosed).toBe(false);
    await end(id).expect(200);
  });

  it('cannot contain the address of the administrator', async () => {
    const input = { kind: 'ip_range', value: '::ffff:203.0.113.0/120', blocksAllAccess: true };
    expectError(await post(input, '203.0.113.5'), 'conflict');
  });

  it('ends at its time', async () => {
    const value = '192.0.2.9';
    const { expiresAt } = await block('ip_range', value, { days: 1 });
    const remainingMs = Date.parse(expiresAt ?? '') - api.clock.now().getTime();
    expect(remainingMs / 86_400_000).toBeCloseTo(1, 2);
    expectError(await register('d@example.org', value), 'forbidden');
    api.clock.advance(86_400_001);
    await register('d@example.org', value).expect(201);
  });
});

it('is not created twice, is listed and is recorded in the audit log', async () => {
  const input = { kind: 'ip_range', value: '192.0.2.128/25' };
  const responses = await Promise.all([post(input), post(input)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const list = await api.request.get('/api/admin/blocks').set(admin.auth).expect(200);
  const [latest] = list.body as AccessBlock[];
  expect(latest).toMatchObject({ kind: 'ip_range', value: input.value, expiresAt: null });
  await end(latest?.id ?? '').expect(200);
  const entries = await api.database.auditEntry.findMany({
    where: { actorId: admin.id, action: { in: ['create_block', 'delete_block'] } },
    orderBy: { id: 'desc' },
    take: 2,
  });
  expect(entries.map(({ action }) => action)).toEqual(['delete_block', 'create_block']);
  expect(entries[0]).toMatchObject({ details: { value: input.value } });
});

it.each([
  [{ kind: 'ip_range', value: '203.0.113.0/33' }],
  [{ kind: 'email_domain', value: 'user@spam.example' }],
  [{ kind: 'email_domain', value: 'x.example', blocksAllAccess: true }],
  [{ kind: 'user', value: 'x' }],
  [{ kind: 'email_domain', value: 'x.example', days: 0 }],
])('rejects %j', async (input) => {
  expectError(await post(input), 'validation_failed');
});

it('is only for administrators', async () => {
  const member = await createUser(api);
  expectError(await api.request.get('/api/admin/blocks').set(member.auth), 'forbidden');
  const input = { kind: 'ip_range', value: '192.0.2.1' };
  expectError(
    await api.request.post('/api/admin/blocks').set(member.auth).send(input),
    'forbidden',
  );
  expectError(await api.request.get('/api/admin/blocks'), 'unauthenticated');
});
