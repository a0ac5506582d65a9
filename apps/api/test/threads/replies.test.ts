import { replyPermissionSchema } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import {
  deleteThread,
  insertFollow,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;
let bob: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
  bob = await createUser(api);
});

afterAll(() => api.close());

const reply = (as: User, parentThreadId: string) =>
  postThread(api, as, { fields: { content: 'Indeed', parentThreadId } });

const publishReply = (as: User, parentThreadId: string): Promise<Thread> =>
  publish(api, as, { fields: { content: 'Indeed', parentThreadId } });

const countThreads = () => api.database.thread.count();

describe('POST /threads with parentThreadId', () => {
  it('adds a reply below its parent, without a feed entry and thread count', async () => {
    const root = await publish(api, ann, { fields: { content: 'A question' } });
    const before = await api.database.user.findFirstOrThrow({ where: { id: bob.id } });
    const created = await publishReply(bob, root.id);
    expect(created).toMatchObject({
      threadType: 'reply',
      parentThreadId: root.id,
      rootThreadId: root.id,
      threadLevel: 1,
      threadPath: created.id.replaceAll('-', ''),
      userId: bob.id,
      replyingTo: { id: ann.id, username: ann.username, name: ann.name },
      canReply: true,
    });
    expect(await readThread(api, bob, created.id)).toEqual(created);
    expect(await readThread(api, ann, root.id)).toMatchObject({ repliesCount: 1 });
    const after = await api.database.user.findFirstOrThrow({ where: { id: bob.id } });
    expect(after.threadsCount).toBe(before.threadsCount);
    expect(await api.database.feedEntry.count({ where: { threadId: created.id } })).toBe(0);
  });

  it('accepts hashtags, mentions and files', async () => {
    const root = await publish(api, ann, { fields: { content: 'Show me' } });
    const picture = await sampleImage().png().toBuffer();
    const created = await publish(api, bob, {
      path: '/api/threads/multiple-media',
      fields: { content: `@${ann.username} #scarf`, parentThreadId: root.id },
      files: [picture, picture],
    });
    expect(created.hashtags).toEqual(['scarf']);
    expect(created.mentions).toMatchObject([{ id: ann.id }]);
    expect(created.media).toHaveLength(2);
    expect(await readThread(api, bob, created.id)).toEqual(created);
  });

  it('adds a reply to level 5 on the same level, after its parent', async () => {
    const levels: Thread[] = [await publish(api, ann, { fields: { content: 'Level 0' } })];
    for (let depth = 1; depth <= 7; depth += 1) {
      levels.push(await publishReply(depth % 2 === 0 ? ann : bob, levels.at(-1)?.id ?? ''));
    }
    expect(levels.map(({ threadLevel }) => threadLevel)).toEqual([0, 1, 2, 3, 4, 5, 5, 5]);
    expect(levels.map(({ parentThreadId }) => parentThreadId)).toEqual([
      null,
      ...levels.slice(0, -1).map(({ id }) => id),
    ]);
    const paths = levels.map(({ threadPath }) => threadPath);
    expect(paths.toSorted()).toEqual(paths);
    const ancestor = paths[4] ?? '';
    expect(paths.slice(5).every((path) => path.startsWith(ancestor))).toBe(true);
    expect(paths.at(-1)).toHaveLength(160);
  });
});

describe('a rejected reply', () => {
  it('returns 404 for a parent that the viewer may not see', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const deleted = await insertThread(api.database, bob.id);
    await deleteThread(api.database, deleted);
    const stub = await insertThread(api.database, bob.id);
    await insertThread(api.database, bob.id, { parentId: stub });
    await deleteThread(api.database, stub);
    const before = await countThreads();
    const responses = await Promise.all(
      [hidden, deleted, stub, newId()].map((id) => reply(ann, id)),
    );
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
    expect(await countThreads()).toBe(before);
  });

  it('returns 404 for a malformed parent id', async () => {
    expectError(await reply(ann, 'nonsense'), 'validation_failed');
  });

  it('stores and processes no file', async () => {
    const form = { fields: { parentThreadId: newId() }, files: [Buffer.from('no picture')] };
    const before = await api.listFiles();
    expectError(await postThread(api, ann, form), 'not_found');
    expect(await api.listFiles()).toEqual(before);
  });

  it('returns 401 without a session', async () => {
    const request = api.request
      .post('/api/threads')
      .field({ content: 'x', parentThreadId: newId() });
    expectError(await request, 'unauthenticated');
  });
});

describe('the reply permission of a root', () => {
  const allowedUsers = {
    ANYONE: ['author', 'follower', 'followee', 'mentioned', 'stranger'],
    FOLLOWERS: ['author', 'follower'],
    FOLLOWING: ['author', 'followee'],
    MENTIONED_ONLY: ['author', 'mentioned'],
  };
  const users = new Map<string, User>();

  beforeAll(async () => {
    for (const name of allowedUsers.ANYONE) users.set(name, await createUser(api));
    const getId = (name: string) => users.get(name)?.id ?? '';
    await insertFollow(api.database, getId('follower'), getId('author'));
    await insertFollow(api.database, getId('author'), getId('followee'));
  });

  it.each(replyPermissionSchema.options)('applies at every level: %s', async (replyPermission) => {
    const userNamed = (name: string) => users.get(name) ?? ann;
    const content = `Hello @${userNamed('mentioned').username}`;
    const root = await publish(api, userNamed('author'), { fields: { content, replyPermission } });
    const first = await publishReply(userNamed('author'), root.id);
    const second = await publishReply(userNamed('author'), first.id);
    for (const [name, as] of users) {
      for (const target of [root, first, second]) {
        const { status } = await reply(as, target.id);
        expect([name, status]).toEqual([
          name,
          allowedUsers[replyPermission].includes(name) ? 201 : 403,
        ]);
      }
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('is independent of the permission of a reply in between', async () => {
    const root = await publish(api, ann, { fields: { content: 'For all' } });
    const fields = { content: 'Hm', parentThreadId: root.id, replyPermission: 'MENTIONED_ONLY' };
    const created = await publish(api, bob, { fields });
    expect((await publishReply(await createUser(api), created.id)).threadLevel).toBe(2);
  });
});

describe('concurrent replies', () => {
  it('are all counted', async () => {
    const root = await publish(api, ann, { fields: { content: 'Who is there?' } });
    const users = await Promise.all(Array.from({ length: 10 }, () => createUser(api)));
    await Promise.all(
      users.flatMap((as) => [publishReply(as, root.id), publishReply(as, root.id)]),
    );
    expect(await readThread(api, ann, root.id)).toMatchObject({ repliesCount: 20 });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
