import { sampleImage } from '../../media/sample-images.ts';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories/users.ts';
import type { User } from '../../support/factories/users.ts';
import { publish } from '../../support/factories/publish.ts';
import { createUserActions } from '../../support/http/user-actions.ts';
import type { Pool } from './arbitraries.ts';

export interface FuzzData {
  users: User[];
  pool: Pool;
  files: Buffer[];
}

/** Creates users and content of every type. */
export async function createFuzzData(api: TestApi): Promise<FuzzData> {
  const users = [
    await createUser(api),
    await createUser(api, { isPrivate: true }),
    await createUser(api, { isVerified: true }),
    await createUser(api),
  ];
  const [ada, privateUser, ben, admin] = users;
  if (ada === undefined || privateUser === undefined || ben === undefined || admin === undefined) {
    throw new Error('There are too few users.');
  }
  await api.database.user.update({ where: { id: admin.id }, data: { role: 'admin' } });
  const actions = createUserActions(api);
  await actions.follow(ada, privateUser.id);
  await actions.follow(ben, ada.id);
  const picture = await sampleImage().png().toBuffer();
  const poll = { question: 'Which?', options: ['one', 'two'], durationMinutes: 60 };
  const root = await publish(api, ada, { fields: { content: 'about #knots for @someone' } });
  const voted = await publish(api, ben, {
    fields: { content: 'vote', poll: JSON.stringify(poll) },
  });
  const hidden = await publish(api, privateUser, {
    fields: { content: 'hidden' },
    files: [picture],
  });
  const parentThreadId = root.id;
  const reply = await publish(api, ben, { fields: { content: 'a reply', parentThreadId } });
  const message = await api.request
    .post('/api/chat/send')
    .set(ben.auth)
    .send({ receiverId: ada.id, content: 'hello' });
  return {
    users,
    files: [picture, Buffer.from('%PDF-1.4'), Buffer.from('no picture'), Buffer.alloc(0)],
    pool: {
      ids: {
        threadId: [root.id, voted.id, hidden.id, reply.id],
        userId: users.map(({ id }) => id),
        receiverId: users.map(({ id }) => id),
        messageId: [(message.body as { id: string }).id],
        optionIds: voted.poll?.options.map(({ id }) => id) ?? [],
        requestId: [await actions.requestId(ada, privateUser)],
      },
      words: [
        'knots',
        '#knots',
        'about',
        `@${ben.username}`,
        ben.username,
        'ANYONE',
        'like',
        'true',
      ],
    },
  };
}
