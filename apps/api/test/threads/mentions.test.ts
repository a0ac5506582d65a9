import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertUser } from '../support/factories/threads.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let ann: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  ann = await createUser(api);
});

afterAll(() => api.close());

const namesIn = ({ mentions }: { mentions: { id: string }[] }) =>
  mentions.map(({ id }) => id).toSorted();

describe('the mentions of a thread', () => {
  it('include handles with the host of the instance, in threads, edits and messages', async () => {
    const member = await createUser(api);
    const handle = `@${member.username}@skein.test`;
    const text = `For ${handle}: not for ${handle}.example, ${handle}:1 or a${handle}`;
    const stored = text.replace(handle, `@${member.username}`);
    const { id } = await publish(api, ann, { fields: { content: text } });
    const thread = await readThread(api, ann, id);
    expect([thread.content, ...namesIn(thread)]).toEqual([stored, member.id]);
    const plain = await publish(api, ann, { fields: { content: 'x' } });
    const path = `/api/threads/${plain.id}`;
    await api.request.put(path).set(ann.auth).send({ content: text }).expect(200);
    expect(namesIn(await readThread(api, ann, plain.id))).toEqual([member.id]);
    const message = { receiverId: member.id, content: `Ask ${handle}` };
    const sent = await api.request.post('/api/chat/send').set(ann.auth).send(message).expect(201);
    expect(sent.body).toMatchObject({ content: `Ask @${member.username}` });
  });

  it('are visible to every viewer who has no block with the mentioned user', async () => {
    const [reader, blocker, blocked] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const content = `For @${blocker.username} and @${blocked.username}`;
    const { id } = await publish(api, ann, { fields: { content } });
    const both = [blocker.id, blocked.id].toSorted();
    expect(namesIn(await readThread(api, reader, id))).toEqual(both);
    await actions.block(blocker, reader.id).expect(200);
    await actions.block(reader, blocked.id).expect(200);
    expect(namesIn(await readThread(api, reader, id))).toEqual([]);
    expect(namesIn(await readThread(api, ann, id))).toEqual(both);
  });

  it('contain former usernames that the text mentions, also after an edit', async () => {
    const member = await createUser(api);
    const { id } = await publish(api, ann, { fields: { content: `For @${member.username}!` } });
    await actions.rename(member, 'present_name').expect(200);
    await actions.rename(member, 'latest_name').expect(200);
    const mention = { id: member.id, username: 'latest_name', name: member.name };
    const expected = [{ ...mention, formerUsernames: [member.username] }];
    expect((await readThread(api, ann, id)).mentions).toEqual(expected);
    const edit = { content: `Now for @${member.username} and @latest_name` };
    await api.request.put(`/api/threads/${id}`).set(ann.auth).send(edit).expect(200);
    expect((await readThread(api, ann, id)).mentions).toEqual(expected);
    await api.request
      .put(`/api/threads/${id}`)
      .set(ann.auth)
      .send({ content: 'x@present_name @latest_name' });
    expect((await readThread(api, ann, id)).mentions).toEqual([
      { ...mention, formerUsernames: [] },
    ]);
  });

  it('contain former usernames in new threads and chains, and notify', async () => {
    const member = await createUser(api);
    await actions.rename(member, 'moved_name').expect(200);
    const formerUsernames = [member.username];
    const mentions = [
      { id: member.id, username: 'moved_name', name: member.name, formerUsernames },
    ];
    const content = `For @${member.username}`;
    const fields = { content, replyPermission: 'MENTIONED_ONLY' };
    const thread = await publish(api, ann, { fields });
    expect(thread.mentions).toEqual(mentions);
    const reply = { content: 'Here', parentThreadId: thread.id };
    await publish(api, member, { fields: reply });
    const chain = api.request.post('/api/threads/chain').set(ann.auth);
    for (const text of ['First', content]) {
      void chain.field('parts', JSON.stringify({ content: text }));
    }
    const response = await chain.expect(201);
    expect(response.body).toMatchObject([{ mentions: [] }, { mentions }]);
    const notified = await api.database.notification.count({
      where: { recipientId: member.id, type: 'mention' },
    });
    expect(notified).toBe(2);
    const status = await actions.read(ann, `/v1/statuses/${thread.id}`).expect(200);
    expect(status.body).toMatchObject({
      content: expect.stringContaining('/profile/moved_name" class="u-url mention"') as string,
    });
  });

  it('omit suspended users', async () => {
    const member = await insertUser(api.database, { username: 'soon_suspended' });
    const { id } = await publish(api, ann, { fields: { content: 'For @soon_suspended' } });
    expect(namesIn(await readThread(api, ann, id))).toEqual([member]);
    await api.database.user.update({ where: { id: member }, data: { suspendedAt: new Date() } });
    expect(namesIn(await readThread(api, ann, id))).toEqual([]);
  });
});

describe('a mention of an account that is being deleted', () => {
  /** Runs an action during the deletion of the account, which then completes. */
  async function duringDeletion<TestResponse>(
    member: string,
    action: () => Promise<TestResponse>,
  ): Promise<TestResponse> {
    return api.database
      .$transaction(async (tx) => {
        await tx.user.delete({ where: { id: member } });
        const pending = action();
        await untilLockWait(api.database);
        return { pending };
      })
      .then(({ pending }) => pending);
  }

  it('is ignored in a new thread', async () => {
    const member = await insertUser(api.database, { username: 'going_one' });
    const fields = { content: 'For @going_one' };
    const response = await duringDeletion(member, async () => postThread(api, ann, { fields }));
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ content: 'For @going_one', mentions: [] });
  });

  it('is ignored in an edit', async () => {
    const member = await insertUser(api.database, { username: 'going_two' });
    const { id } = await publish(api, ann, { fields: { content: 'Before' } });
    const response = await duringDeletion(member, async () =>
      api.request.put(`/api/threads/${id}`).set(ann.auth).send({ content: 'For @going_two' }),
    );
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ content: 'For @going_two', mentions: [] });
  });
});
