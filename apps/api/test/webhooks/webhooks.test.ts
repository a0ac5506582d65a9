import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Webhook, WebhookDelivery } from '@skein/contracts/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createServer } from 'node:http';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Received {
  headers: Record<string, string>;
  body: string;
}

let api: TestApi;
let admin: User;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
  api = await startTestApi({
    settings: { adminEmails: [administratorEmail], allowsPrivateWebhooks: true },
  });
  admin = await createAdministrator(api);
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.status = 200;
  await api.database.webhook.deleteMany();
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});

/** A program that receives webhooks. */
async function startReceiver() {
  const state = { received: [] as Received[], status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      // Node.js joins repeated headers, so each of these is a string.
      state.received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(state.status, { Location: '/elsewhere' }).end('ignored');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/hook`,
    close: () => new Promise((resolve) => server.close(resolve)),
  });
}

async function create(input: object): Promise<{ webhook: Webhook; secret: string }> {
  const response = await api.request
    .post('/api/admin/webhooks')
    .set(admin.auth)
    .send({ url: receiver.url, events: ['account.registered'], ...input })
    .expect(201);
  return response.body as { webhook: Webhook; secret: string };
}

async function listDeliveries(id: string): Promise<WebhookDelivery[]> {
  const response = await api.request
    .get(`/api/admin/webhooks/${id}/deliveries`)
    .set(admin.auth)
    .expect(200);
  return (response.body as { content: WebhookDelivery[] }).content;
}

async function findWebhook(id: string): Promise<Webhook | undefined> {
  const response = await api.request.get('/api/admin/webhooks').set(admin.auth).expect(200);
  return (response.body as Webhook[]).find((webhook) => webhook.id === id);
}

const deliver = () => api.services.webhooks.deliverDue();
const events = () =>
  receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });

it('signs events so that the standard library accepts them, with the secret in use', async () => {
  const { webhook, secret } = await create({ events: ['account.registered'] });
  const first = await createUser(api);
  await deliver();
  expect(events()).toMatchObject([
    { type: 'account.registered', data: { userId: first.id, username: first.username } },
  ]);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({ type: 'account.registered' });
  expect(body).not.toContain(first.email);
  expect(await listDeliveries(webhook.id)).toMatchObject([
    { id: headers['webhook-id'], status: 'delivered', attempts: 1, responseStatus: 200 },
  ]);

  const rotation = await api.request
    .post(`/api/admin/webhooks/${webhook.id}/rotate-secret`)
    .set(admin.auth)
    .expect(200);
  const { secret: next } = rotation.body as { secret: string };
  await api.request.post(`/api/admin/webhooks/${webhook.id}/test`).set(admin.auth).expect(202);
  await deliver();
  const test = receiver.received[1] ?? { headers: {}, body: '' };
  expect(new Verifier(next).verify(test.body, test.headers)).toMatchObject({
    type: 'webhook.test',
  });
  expect(() => new Verifier(secret).verify(test.body, test.headers)).toThrow('No matching');
});

it('reports public threads with the hashtag, and no others', async () => {
  const { webhook } = await create({ events: ['thread.posted'], hashtag: '#News' });
  const author = await createUser(api);
  const hermit = await createUser(api, { isPrivate: true });
  const posted = await publish(api, author, { fields: { content: 'First #news' } });
  await publish(api, author, { fields: { content: 'About #newspapers' } });
  await publish(api, hermit, { fields: { content: 'Secret #news' } });
  const unlisted = await createUser(api);
  await api.database.user.updateMany({
    where: { id: unlisted.id },
    data: { isShownOutside: false },
  });
  await publish(api, unlisted, { fields: { content: 'Only for members #news' } });
  const hidden = await publish(api, author, { fields: { content: 'Second #news' } });
  // It is no longer public when it would be sent.
  await api.request.delete(`/api/threads/${hidden.id}`).set(author.auth).expect(200);
  await deliver();
  expect(events().map(({ data }) => data)).toEqual([
    { threadId: posted.id, authorId: author.id, hashtag: 'news' },
  ]);
  expect(await listDeliveries(webhook.id)).toHaveLength(1);
});

it('reports an event to each webhook', async () => {
  const [first, second] = [await create({}), await create({})];
  const author = await createUser(api);
  await api.request
    .post('/api/reports')
    .set(author.auth)
    .send({ targetType: 'user', targetId: admin.id, reason: 'spam' })
    .expect(201);
  await deliver();
  expect(await listDeliveries(first.webhook.id)).toMatchObject([{ status: 'delivered' }]);
  expect(await listDeliveries(second.webhook.id)).toMatchObject([{ status: 'delivered' }]);
});

it('reports a report without its text', async () => {
  await create({ events: ['report.created'] });
  const [reporter, reported] = [await createUser(api), await createUser(api)];
  const note = 'a private remark';
  const input = { targetType: 'user', targetId: reported.id, reason: 'spam', note };
  await api.request.post('/api/reports').set(reporter.auth).send(input).expect(201);
  await deliver();
  expect(events()).toMatchObject([
    { type: 'report.created', data: { targetType: 'user', targetId: reported.id, reason: 'spam' } },
  ]);
  expect(receiver.received[0]?.body).not.toContain(note);
});

it('retries with the same id for about a day, then disables the webhook', async () => {
  const { webhook } = await create({});
  receiver.status = 302;
  await createUser(api);
  const start = api.clock.now().getTime();
  let attempts = 0;
  while ((await listDeliveries(webhook.id))[0]?.status === 'pending') {
    await deliver();
    attempts += 1;
    const next = (await listDeliveries(webhook.id))[0]?.nextAttemptAt;
    if (next) api.clock.advance(new Date(next).getTime() - api.clock.now().getTime());
  }
  expect(attempts).toBe(8);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect((api.clock.now().getTime() - start) / dayMs).toBeCloseTo(1, 1);
  expect(await findWebhook(webhook.id)).toMatchObject({ status: 'broken' });
  const entry = await api.database.auditEntry.findFirst({ where: { action: 'disable_webhook' } });
  expect(entry).toMatchObject({ actorId: null, details: { webhook: webhook.id } });
  expect(JSON.stringify(entry)).not.toContain('/hook');

  receiver.status = 204;
  await createUser(api);
  const [failed] = await listDeliveries(webhook.id);
  const path = `/api/admin/webhooks/${webhook.id}`;
  await api.request.post(`${path}/test`).set(admin.auth).expect(409);
  await api.request.put(path).set(admin.auth).send({ isEnabled: true }).expect(200);
  const again = `/api/admin/webhook-deliveries/${failed?.id ?? ''}/redeliver`;
  await api.request.post(again).set(admin.auth).expect(202);
  await deliver();
  // The account that was created while it was disabled is not reported.
  expect(await listDeliveries(webhook.id)).toMatchObject([
    { id: failed?.id, status: 'delivered', responseStatus: 204 },
  ]);
  expect(receiver.received).toHaveLength(9);
});

it('writes no event for a change that is rolled back, and none twice', async () => {
  const { webhook } = await create({});
  const { email } = await createUser(api);
  await expect(createUser(api, { email })).rejects.toThrow('already exists');
  await Promise.all([deliver(), deliver()]);
  expect(receiver.received).toHaveLength(1);
  expect(await listDeliveries(webhook.id)).toHaveLength(1);
});

it('rejects private addresses when it connects, unless the setting allows them', async () => {
  const strict = await startTestApi({ settings: { adminEmails: [administratorEmail] } });
  const boss = await createAdministrator(strict);
  const ipv6 = receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
  for (const url of [receiver.url, ipv6, 'http://localhost:1/']) {
    await strict.request
      .post('/api/admin/webhooks')
      .set(boss.auth)
      .send({ url, events: ['account.registered'] })
      .expect(201);
  }
  await createUser(strict);
  await strict.services.webhooks.deliverDue();
  const rows = await strict.database.webhookDelivery.findMany({ select: { error: true } });
  await strict.close();
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ error: 'not_public' })));
  expect(receiver.received).toEqual([]);
});

it('deletes completed deliveries after 30 days', async () => {
  const { webhook } = await create({});
  await createUser(api);
  await deliver();
  const createdAt = new Date(api.clock.now().getTime() - 31 * dayMs);
  await api.database.webhookDelivery.updateMany({ data: { createdAt } });
  await createUser(api);
  await api.services.webhooks.removeOldDeliveries();
  expect(await listDeliveries(webhook.id)).toMatchObject([{ status: 'pending' }]);
});

it('stores the secret encrypted, and asks for a new one if the instance has another secret', async () => {
  const { webhook, secret } = await create({});
  const { encryptedSecret } = await api.database.webhook.findFirstOrThrow();
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(Buffer.from(encryptedSecret).includes(bytes)).toBe(false);
  const list = await api.request.get('/api/admin/webhooks').set(admin.auth).expect(200);
  expect(list.text).not.toContain('ecret');
  await api.database.webhook.updateMany({ data: { encryptedSecret: Buffer.alloc(60) } });
  await createUser(api);
  await deliver();
  expect(await listDeliveries(webhook.id)).toMatchObject([
    { status: 'pending', error: 'secret_unreadable' },
  ]);
  expect(receiver.received).toEqual([]);
});

it('is only for administrators, and validates its input', async () => {
  const user = await createUser(api);
  const { webhook } = await create({});
  await api.request.get('/api/admin/webhooks').expect(401);
  await api.request.get('/api/admin/webhooks').set(user.auth).expect(403);
  await api.request.delete(`/api/admin/webhooks/${webhook.id}`).set(user.auth).expect(403);
  for (const input of [
    { url: 'ftp://example.org', events: ['report.created'] },
    { url: 'https://name:secret@example.org', events: ['report.created'] },
    { url: receiver.url, events: [] },
    { url: receiver.url, events: ['thread.posted'] },
    { url: receiver.url, events: ['thread.posted'], hashtag: '#' },
  ]) {
    await api.request.post('/api/admin/webhooks').set(admin.auth).send(input).expect(400);
  }
  await api.request.delete(`/api/admin/webhooks/${webhook.id}`).set(admin.auth).expect(200);
  await api.request.delete(`/api/admin/webhooks/${webhook.id}`).set(admin.auth).expect(404);
});
