import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertMember } from '../support/factories/threads.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';

let api: TestApi;
let acts: ReturnType<typeof createUserActions>;
let ann: User;

beforeAll(async () => {
  api = await startTestApi();
  acts = createUserActions(api);
  ann = await createUser(api);
});

afterAll(() => api.close());

const namesIn = ({ mentions }: { mentions: { id: string }[] }) => mentions.map(({ id }) => id);

describe('whom a thread mentions', () => {
  it('is told to everybody, but not across a block', async () => {
    const [reader, blocker, blocked] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const content = `For @${blocker.username} and @${blocked.username}`;
    const { id } = await publish(api, ann, { fields: { content } });
    expect(namesIn(await readThread(api, reader, id))).toEqual([blocker.id, blocked.id]);
    await acts.block(blocker, reader.id).expect(200);
    await acts.block(reader, blocked.id).expect(200);
    expect(namesIn(await readThread(api, reader, id))).toEqual([]);
    expect(namesIn(await readThread(api, ann, id))).toEqual([blocker.id, blocked.id]);
  });

  it('is nobody who is suspended', async () => {
    const member = await insertMember(api.database, { username: 'soon_suspended' });
    const { id } = await publish(api, ann, { fields: { content: 'For @soon_suspended' } });
    expect(namesIn(await readThread(api, ann, id))).toEqual([member]);
    await api.database.user.update({ where: { id: member }, data: { suspendedAt: new Date() } });
    expect(namesIn(await readThread(api, ann, id))).toEqual([]);
  });
});

describe('somebody whose account goes while they are being mentioned', () => {
  /** Does something while a deletion of the account is under way, and lets that come to its end. */
  async function whileGoing<Answer>(member: string, act: () => Promise<Answer>): Promise<Answer> {
    return api.database
      .$transaction(async (tx) => {
        await tx.user.delete({ where: { id: member } });
        const acted = act();
        await untilLockWait(api.database);
        return { acted };
      })
      .then(({ acted }) => acted);
  }

  it('is passed over by a new thread', async () => {
    const member = await insertMember(api.database, { username: 'going_one' });
    const fields = { content: 'For @going_one' };
    const answer = await whileGoing(member, async () => postThread(api, ann, { fields }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ content: 'For @going_one', mentions: [] });
  });

  it('is passed over by an edit', async () => {
    const member = await insertMember(api.database, { username: 'going_two' });
    const { id } = await publish(api, ann, { fields: { content: 'Before' } });
    const answer = await whileGoing(member, async () =>
      api.request.put(`/api/threads/${id}`).set(ann.auth).send({ content: 'For @going_two' }),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ content: 'For @going_two', mentions: [] });
  });
});
