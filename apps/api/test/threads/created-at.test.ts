import { afterAll, beforeAll, expect, it } from 'vitest';
import { timeOfId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

it('stores the time of the id as the creation time in every table that is sorted by id', async () => {
  const [author, other] = [await createUser(api), await createUser(api, { isPrivate: true })];
  const actions = createUserActions(api);
  const threads = await Promise.all(
    Array.from({ length: 10 }, (_, n) => publish(api, author, { fields: { content: `${n}` } })),
  );
  const [first] = threads;
  const id = first?.id ?? '';
  const fields = { content: `Hello @${other.username}`, parentThreadId: id };
  const reply = await publish(api, author, { fields });
  const edit = { content: 'Another text' };
  await api.request.put(`/api/threads/${id}`).set(author.auth).send(edit).expect(200);
  await actions.post(other, `/threads/${id}/repost`).send({ on: true }).expect(200);
  await actions.post(other, `/threads/${id}/like`).send({ on: true }).expect(200);
  await actions.follow(author, other.id).expect(200);
  const message = { receiverId: author.id, content: 'Hello' };
  await actions.post(other, '/chat/send').send(message).expect(201);

  for (const thread of [...threads, reply]) {
    expect(Date.parse(thread.createdAt)).toBe(timeOfId(thread.id));
  }
  const { thread, threadRevision, repost, followRequest, notification, user } = api.database;
  const select = { id: true, createdAt: true };
  const rows = [
    await thread.findMany({ select }),
    await threadRevision.findMany({ select }),
    await repost.findMany({ select }),
    await followRequest.findMany({ select }),
    await notification.findMany({ select }),
    await user.findMany({ select }),
    await api.database.message.findMany({ select }),
  ];
  for (const table of rows) {
    expect(table.length).toBeGreaterThan(0);
    for (const row of table) expect(row.createdAt.getTime()).toBe(timeOfId(row.id));
  }
});
