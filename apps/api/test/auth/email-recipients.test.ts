import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import type { RateLimitRules } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startEmailServer } from '../support/servers/email-server.ts';
import type { TestEmailServer } from '../support/servers/email-server.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const victim = 'victim@mail.example';
const hourMs = 60 * 60 * 1000;

let api: TestApi;
let emailServer: TestEmailServer;
const apis: TestApi[] = [];
let requests = 0;

async function start(rules: Partial<RateLimitRules> = {}, databaseUrl?: string): Promise<TestApi> {
  const defaultRules = readRateLimits({ RATE_LIMIT_FACTOR: '1' });
  if (defaultRules === null) throw new Error('Rate limits are disabled.');
  const started = await startTestApi({
    ...(databaseUrl !== undefined && { databaseUrl }),
    settings: {
      smtpUrl: emailServer.url,
      rateLimitRules: { ...defaultRules, ...rules },
      trustedProxies: 1,
    },
  });
  apis.unshift(started);
  return started;
}

beforeEach(async () => {
  emailServer = await startEmailServer();
});

afterEach(async () => {
  for (const started of apis.splice(0)) await started.close();
  await emailServer.close();
});

const countEmails = (address = victim) =>
  emailServer.emails.filter(({ to }) =>
    to.some((each) => each.startsWith(address.split('@')[0] ?? '')),
  ).length;

const countReceived = (addresses: readonly string[]) =>
  emailServer.emails.filter(({ to }) => to.some((each) => addresses.includes(each))).length;

/** Each request comes from another address, because the limits per address are not tested here. */
const fromAnywhere = () => {
  requests += 1;
  return `203.0.${Math.floor(requests / 250)}.${requests % 250}`;
};
const post = (path: string, body: object = {}, on = api) =>
  on.request.post(`/api/auth${path}`).set('X-Forwarded-For', fromAnywhere()).send(body);
const put = (user: User, email: string) =>
  api.request
    .put('/api/auth/email')
    .set(user.auth)
    .set('X-Forwarded-For', fromAnywhere())
    .send({ email, password: user.password });

/** Emails are sent in the background, so another one that arrives shows that no more are on the way. */
async function waitForEmails(on = api): Promise<void> {
  const { email } = await createUser(on);
  await expect.poll(() => countEmails(email)).toBe(1);
}

/**
 * Every account takes an address, requests emails to it and returns it. Waits for the emails, of which the
 * limits allow `max`.
 */
async function attack(addresses: readonly string[], max: number): Promise<number[]> {
  const statuses: number[] = [];
  let sent = 0;
  for (const address of addresses) {
    const user = await createUser(api);
    await put(user, address).expect(200);
    // The change sends an email in the background.
    sent = Math.min(max, sent + 1);
    await expect.poll(() => countReceived(addresses), { interval: 5 }).toBe(sent);
    for (let count = 0; count < 3; count += 1) {
      const { status } = await post('/email/verification').set(user.auth);
      statuses.push(status);
      if (status === 202) sent += 1;
    }
    await put(user, `${user.username}@released.invalid`).expect(200);
  }
  return statuses;
}

it('sends at most five emails an hour to one address, for all accounts and kinds together', async () => {
  api = await start();
  const statuses = await attack(Array<string>(6).fill(victim), 5);
  // The first is sent with the change of the address.
  expect(statuses).toEqual([202, 202, 202, ...Array<number>(15).fill(429)]);
  const squatter = await createUser(api);
  await put(squatter, victim).expect(200);
  await post('/forgot-password', { email: victim }).expect(202);
  const registration = { email: victim, password: squatter.password };
  const names = { firstName: 'Any', lastName: 'One', confirmPassword: squatter.password };
  await post('/register', { ...registration, ...names }).expect(409);
  expectError(await post('/email/verification').set(squatter.auth), 'rate_limited');
  await waitForEmails();
  expect(countEmails()).toBe(5);
});

it.each([
  ['with tags', ['victim@mail.example', 'victim+x@mail.example', 'victim+y@mail.example']],
  ['of Gmail with dots', ['victim@gmail.com', 'vic.tim@gmail.com', 'v.ictim@googlemail.com']],
])('counts addresses %s as the same', async (_kind, addresses) => {
  api = await start();
  await attack(addresses, 5);
  await waitForEmails();
  expect(countReceived(addresses)).toBe(5);
});

it.each([
  ['with dots', ['victim@mail.example', 'vic.tim@mail.example']],
  ['that begin with a plus', ['+victim@mail.example', '+tim@mail.example']],
])('counts addresses %s apart', async (_kind, addresses) => {
  api = await start();
  await attack(addresses, 8);
  await waitForEmails();
  expect(countReceived(addresses)).toBe(8);
});

it('sends at most ten emails a day to one address', async () => {
  api = await start({ recipientEmails: { max: 100, seconds: 3600 } });
  await attack(Array<string>(6).fill(victim), 10);
  await waitForEmails();
  expect(countEmails()).toBe(10);
});

it('counts over all servers, without storing the address', async () => {
  api = await start();
  const user = await createUser(api);
  await put(user, victim).expect(200);
  await expect.poll(() => countEmails()).toBe(1);
  const other = await start({}, api.databaseUrl);
  const statuses = [];
  for (const server of [api, other, api, other, api, other]) {
    statuses.push((await post('/email/verification', {}, server).set(user.auth)).status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 429, 429]);
  const rows = await api.database.rateLimit.findMany({ select: { key: true } });
  expect(rows.some(({ key }) => key.startsWith('recipientEmails:'))).toBe(true);
  expect(rows.filter(({ key }) => key.includes('victim'))).toEqual([]);
});

it('always informs the owner of a verified address about changes of the account', async () => {
  api = await start();
  const owner = await createUser(api, { email: victim });
  const data = { emailProvenAt: new Date() };
  await api.database.user.update({ where: { id: owner.id }, data });
  for (let count = 0; count < 8; count += 1) await post('/forgot-password', { email: victim });
  await waitForEmails();
  const before = countEmails();
  expect(before).toBeLessThanOrEqual(5);
  const password = 'another correct horse';
  const change = {
    currentPassword: owner.password,
    newPassword: password,
    confirmPassword: password,
  };
  await post('/change-password', change).set(owner.auth).expect(200);
  await expect.poll(() => countEmails()).toBe(before + 1);
});

it('sends the owner of a verified address one reset link an hour beyond the limit', async () => {
  // Longer than a link is valid, so that the limit is still reached when the link has expired.
  api = await start({ recipientEmails: { max: 2, seconds: 3 * 3600 } });
  const owner = await createUser(api, { email: victim });
  await expect.poll(() => countEmails()).toBe(1);
  const data = { emailProvenAt: new Date() };
  await api.database.user.update({ where: { id: owner.id }, data });
  await post('/forgot-password', { email: victim });
  // A request at the same time as the first could also find that the account has no valid link.
  await expect.poll(() => countEmails()).toBe(2);
  for (let count = 0; count < 5; count += 1) await post('/forgot-password', { email: victim });
  await waitForEmails();
  // The first was sent at the registration.
  expect(countEmails()).toBe(2);
  api.clock.advance(hourMs + 1000);
  const attempts = Array.from({ length: 6 }, () => post('/forgot-password', { email: victim }));
  await Promise.all(attempts);
  await waitForEmails();
  expect(countEmails()).toBe(3);
  api.clock.advance(-hourMs - 1000);
});

it('counts emails about changes to an address that is not verified', async () => {
  api = await start({ recipientEmails: { max: 1, seconds: 3600 } });
  const user = await createUser(api, { email: victim });
  await expect.poll(() => countEmails()).toBe(1);
  const password = 'another correct horse';
  const change = {
    currentPassword: user.password,
    newPassword: password,
    confirmPassword: password,
  };
  await post('/change-password', change).set(user.auth).expect(200);
  await waitForEmails();
  expect(countEmails()).toBe(1);
});
