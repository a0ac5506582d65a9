import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EmailModule } from '../../src/platform/email/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertFollow, insertLike, insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const dayMs = 24 * 60 * 60 * 1000;
let api: TestApi;
const send = vi.fn<EmailModule['send']>();
let actions: ReturnType<typeof createUserActions>;
let reader: User;
let author: User;

beforeAll(async () => {
  api = await startTestApi({ settings: { smtpUrl: 'smtp://mail.example' } });
  vi.spyOn(api.services.emailSender, 'send').mockImplementation(send);
  actions = createUserActions(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.database.user.deleteMany();
  reader = await createUser(api);
  author = await createUser(api);
  await api.database.user.updateMany({
    data: { name: 'Ada Byron', emailProvenAt: new Date() },
  });
  await insertFollow(api.database, reader.id, author.id);
  await turn(true);
  await api.database.emailDigest.updateMany({ data: { dueAt: new Date(Date.now() - 1000) } });
  await wasSeen(3);
});

const turn = (isEnabled: boolean) =>
  api.request
    .put('/api/notifications/email-digest')
    .set('Authorization', `Bearer ${reader.token}`)
    .send({ isEnabled })
    .expect(200);

const isEnabled = async () =>
  (
    (await actions.read(reader, '/notifications/email-digest').expect(200)).body as {
      isEnabled: boolean;
    }
  ).isEnabled;

const wasSeen = (daysAgo: number) =>
  api.database.session.updateMany({ data: { lastSeenAt: new Date(Date.now() - daysAgo * dayMs) } });

/** The emails of one run of the job. */
async function sendDue() {
  send.mockClear();
  await api.services.emailDigest.sendDue();
  const emails = send.mock.calls.map(([email]) => email);
  // Registration sends others.
  return emails.filter(({ headers }) => headers !== undefined);
}

const like = async (content: string) => {
  const id = await insertThread(api.database, author.id, { content });
  await insertLike(api.database, reader.id, id);
};

it('sends unread notifications and popular threads of followees, once a week', async () => {
  await like('The engine weaves algebraic patterns.');
  await actions.follow(author, reader.id).expect(200);
  await wasSeen(3);
  const [email] = await sendDue();
  expect(email?.text).toContain('Ada Byron followed you');
  expect(email?.text).toContain('The engine weaves algebraic patterns.');
  expect(email?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect(await sendDue()).toEqual([]);
});

it('is not sent without missed activity, or to users who were just online', async () => {
  expect(await sendDue()).toEqual([]);
  expect(await api.database.emailDigest.count({ where: { dueAt: { gt: new Date() } } })).toBe(1);
  await like('Seen');
  await api.database.emailDigest.updateMany({ data: { dueAt: new Date(Date.now() - 1000) } });
  await wasSeen(1);
  expect(await sendDue()).toEqual([]);
});

it('leaves out threads that the reader may no longer see', async () => {
  await like('A secret');
  await api.database.follow.deleteMany({});
  await insertFollow(api.database, reader.id, author.id);
  await api.database.block.create({ data: { blockerId: author.id, blockedId: reader.id } });
  await wasSeen(3);
  expect(await sendDue()).toEqual([]);
});

it('ends with one click in the email program, or on the page of the link', async () => {
  await like('Popular');
  await wasSeen(3);
  const [email] = await sendDue();
  const url = /^<(.+)>$/.exec(email?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
  const oneClick = new URL(url).pathname;
  const page = await api.request.get(oneClick).expect(303);
  const token = oneClick.split('/').at(-1);
  expect(page.headers['location']).toBe(`/unsubscribe#token=${token}`);
  expect(email?.text).toContain(`/unsubscribe#token=${token}`);
  await api.request.post(`${oneClick}x`).expect(200);
  expect(await isEnabled()).toBe(true);
  await api.request
    .post(oneClick)
    .type('form')
    .send({ 'List-Unsubscribe': 'One-Click' })
    .expect(200);
  expect(await isEnabled()).toBe(false);
});

it('sends the others if one cannot be made', async () => {
  await like('Popular');
  await wasSeen(3);
  const { notifications } = api.services;
  const listUnread = notifications.listUnread;
  const list = vi
    .spyOn(notifications, 'listUnread')
    .mockImplementation((userId, query) =>
      userId === author.id ? Promise.reject(new Error('broken')) : listUnread(userId, query),
    );
  await api.database.emailDigest.create({
    data: { userId: author.id, dueAt: new Date(0), token: 'other' },
  });
  expect(await sendDue()).toHaveLength(1);
  expect(list).toHaveBeenCalledWith(author.id, expect.anything());
  list.mockRestore();
});
