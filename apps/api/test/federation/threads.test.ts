import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import type { TestApi } from '../support/api.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import {
  activityType,
  deliver,
  everyone,
  newActivity,
  sendActivity,
  startInstance,
} from './instances.ts';
import { createNetwork, signGet, startRemoteServer } from './network.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

const network = createNetwork();

let api: TestApi;
let other: TestApi;
let remote: RemoteServer;
let ann: User;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  [api, other, remote] = await Promise.all([
    startInstance(network, 'one.example'),
    startInstance(network, 'two.example'),
    startRemoteServer(network, 'remote.example'),
  ]);
  actions = createUserActions(api);
});
beforeEach(async () => {
  ann = await createUser(api);
  await deliver(api);
  remote.received.length = 0;
  remote.fetched.length = 0;
});
afterAll(() => Promise.all([api.close(), other.close(), remote.close()]));

const actorUri = ({ id }: User) => `https://one.example/ap/users/${id}`;
const objectUri = (id: string) => `https://one.example/ap/objects/${id}`;
const send = (account: RemoteAccount, activity: object) => sendActivity(api, account, activity);

/** An account of the other server that follows the user. */
async function addFollower(name: string, followee = ann): Promise<RemoteAccount> {
  const account = remote.addAccount(name);
  await send(account, newActivity(account, 'Follow', actorUri(followee))).expect(202);
  await deliver(api);
  remote.received.length = 0;
  return account;
}

it('sends a thread to the followers, with its edit and deletion', async () => {
  await addFollower('reader1');
  await addFollower('reader2');
  const fields = {
    content: 'Two\n\nparagraphs of #Knots',
    contentWarning: 'ropes',
    altText: 'A bowline',
    language: 'en',
  };
  const { id } = await publish(api, ann, { fields, files: [await sampleImage().png().toBuffer()] });
  await deliver(api);
  const followers = `${actorUri(ann)}/followers`;
  // Both followers have the same inbox.
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      actor: actorUri(ann),
      to: [everyone],
      cc: [followers],
      object: {
        id: objectUri(id),
        type: 'Note',
        attributedTo: actorUri(ann),
        summary: 'ropes',
        sensitive: true,
        to: [everyone],
        contentMap: { en: expect.stringContaining('<p>Two</p><p>paragraphs') as string },
        tag: [{ type: 'Hashtag', name: '#knots' }],
        attachment: [
          { type: 'Document', name: 'A bowline', blurhash: expect.any(String) as string },
        ],
      },
    },
  ]);

  await actions.put(ann, `/threads/${id}`).send({ content: 'One' }).expect(200);
  await actions.remove(ann, `/threads/${id}`).expect(200);
  await deliver(api);
  // The edit was overtaken by the deletion.
  expect(remote.received.slice(1)).toMatchObject([
    { type: 'Delete', object: { id: objectUri(id), type: 'Tombstone' } },
  ]);
  const deleted = await api.request.get(`/ap/objects/${id}`).expect(410);
  expect(deleted.body).toMatchObject({ type: 'Tombstone', id: objectUri(id) });
});

it('sends an edit and a poll', async () => {
  await addFollower('voter');
  const poll = JSON.stringify({ question: 'Which?', options: ['A', 'B'], durationMinutes: 60 });
  const { id } = await publish(api, ann, { fields: { content: 'Choose', poll } });
  await actions.put(ann, `/threads/${id}`).send({ content: 'Choose one' }).expect(200);
  await deliver(api);
  const question = { id: objectUri(id), type: 'Question', votersCount: 0 };
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      object: { ...question, oneOf: [{ type: 'Note', name: 'A' }, { name: 'B' }] },
    },
    { type: 'Update', object: { ...question, content: '<p>Choose one</p><p>Which?</p>' } },
  ]);
});

it('delivers mentions of known accounts of other servers', async () => {
  const zoe = await addFollower('zoe', await createUser(api));
  const fields = { content: 'Hello @Zoe@remote.example and @nobody@remote.example' };
  const thread = await publish(api, ann, { fields });
  expect(thread.mentions).toMatchObject([{ username: 'zoe@remote.example' }]);
  await deliver(api);
  expect(remote.received).toMatchObject([
    {
      type: 'Create',
      cc: [`${actorUri(ann)}/followers`, zoe.uri],
      object: {
        content: expect.stringContaining(
          'Hello <span class="h-card"><a href="https://remote.example/@zoe" class="u-url mention">@<span>Zoe</span></a></span> and @nobody',
        ) as string,
        tag: [{ type: 'Mention', href: zoe.uri, name: '@zoe@remote.example' }],
      },
    },
  ]);
});

it('serves threads for followers only to servers with an approved follower', async () => {
  const ben = await addFollower('ben');
  const fields = { content: 'Only for followers', audience: 'followers' };
  const { id } = await publish(api, ann, { fields });
  await deliver(api);
  expect(remote.received).toMatchObject([{ to: [`${actorUri(ann)}/followers`], cc: [] }]);
  const stranger = await startRemoteServer(network, 'stranger.example');
  const get = (threadId: string, account: RemoteAccount | null) => {
    const url = new URL(objectUri(threadId));
    const headers = account === null ? {} : signGet(account, url);
    return api.request.get(url.pathname).set({ accept: activityType, ...headers });
  };
  expect((await get(id, null)).status).toBe(404);
  expect((await get(id, stranger.addAccount('eve'))).status).toBe(404);
  // The key of another server's account.
  expect((await get(id, { ...stranger.addAccount('eve'), keyId: ben.keyId })).status).toBe(404);
  const served = await get(id, ben).expect(200);
  expect(served.body).toMatchObject({ id: objectUri(id), to: [`${actorUri(ann)}/followers`] });
  expect(served.headers['cache-control']).toBe('private, no-store');
  await stranger.close();
});
