import type { TestEmail } from '@skein/contracts/instance';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';

const emailsMax = 6;
const adminEmails = [administratorEmail];

let emailServer: TestEmailServer;
let api: TestApi;
let withoutMailServer: TestApi;
let withWrongPassword: TestApi;
let admin: User;

beforeAll(async () => {
  emailServer = await startEmailServer();
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  const rateLimitRules = rules && { ...rules, securityEmails: { max: emailsMax, seconds: 3600 } };
  const smtpUrl = emailServer.url;
  api = await startTestApi({ settings: { adminEmails, smtpUrl, rateLimitRules } });
  const { databaseUrl } = api;
  withoutMailServer = await startTestApi({ databaseUrl, settings: { adminEmails } });
  const wrongUrl = smtpUrl.replace('p%40ss', 'wrong%40secret');
  withWrongPassword = await startTestApi({
    databaseUrl,
    settings: { adminEmails, smtpUrl: wrongUrl },
  });
  admin = await createAdministrator(api);
});

afterAll(async () => {
  await withWrongPassword.close();
  await withoutMailServer.close();
  await api.close();
  await emailServer.close();
});

const send = (server = api, user = admin) =>
  server.request.post('/api/admin/test-email').set(user.auth);
const readResult = async (server = api): Promise<TestEmail> => {
  const response = await send(server).expect(200);
  return response.body as TestEmail;
};
const receivedTests = () =>
  emailServer.emails.filter(({ source }) => source.includes('Subject: Test email from Skein'));

it('sends the email to the administrator, and reports why it was rejected', async () => {
  const accepted = { outcome: 'accepted', email: administratorEmail, error: null };
  expect(await readResult()).toEqual(accepted);
  expect(receivedTests()).toMatchObject([{ to: [administratorEmail] }]);
  // More than one, because the registration also sends emails.
  emailServer.reject(9, 451);
  const rejected = await readResult();
  emailServer.reject(0, 451);
  expect(rejected).toMatchObject({ outcome: 'failed', email: administratorEmail });
  expect(rejected.error).toMatch(/451 5\.7\.1/);
  // It is not sent again.
  expect(receivedTests()).toHaveLength(1);
});

it('reports that the password is wrong, without the password', async () => {
  const { outcome, error } = await readResult(withWrongPassword);
  expect(outcome).toBe('failed');
  expect(error).toMatch(/535/);
  expect(error).not.toMatch(/secret/);
});

it('reports that there is no mail server', async () => {
  const none = { outcome: 'no_mail_server', email: administratorEmail, error: null };
  expect(await readResult(withoutMailServer)).toEqual(none);
});

it('is limited, and only for administrators with an email address', async () => {
  expectError(await api.request.post('/api/admin/test-email'), 'unauthenticated');
  expectError(await send(api, await createUser(api)), 'forbidden');
  await send().expect(200);
  await send().expect(200);
  expectError(await send(), 'rate_limited');
  const owner = await createUser(api);
  const email = 'nobody@skein.invalid';
  await api.database.user.update({ where: { id: owner.id }, data: { role: 'owner', email } });
  expectError(await send(withoutMailServer, owner), 'conflict');
});
