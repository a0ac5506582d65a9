import { randomUUID } from 'node:crypto';
import type { Thread } from '@skein/contracts/threads';
import type { TestApi } from '../support/api.ts';
import { readThread } from '../support/factories/publish.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { deliver, everyone, newActivity, sendActivity } from './instances.ts';
import type { RemoteAccount, RemoteServer } from './network.ts';

interface Setup {
  api: TestApi;
  /** Its accounts send the activities. */
  remote: RemoteServer;
  /** The user of a function that is called without one. */
  user: User;
}

/** What accounts of another server and users do to each other. `get` returns the servers and the user of the present test. */
export function createFederationActions(get: () => Setup) {
  const origin = () => get().api.services.settings.publicUrl.origin;
  const actorUri = ({ id }: Pick<User, 'id'>) => `${origin()}/ap/users/${id}`;
  const objectUri = (threadId: string) => `${origin()}/ap/objects/${threadId}`;

  /** Sends an activity to the shared inbox. */
  const send = (account: RemoteAccount, type: string, object: unknown, fields: object = {}) =>
    sendActivity(get().api, account, { ...newActivity(account, type, object), ...fields });

  /** A public thread of an account. */
  function newNote({ uri }: RemoteAccount, fields: object = {}) {
    const name = randomUUID();
    return {
      id: `${uri}/statuses/${name}`,
      url: `${uri}/pages/${name}`,
      type: 'Note',
      attributedTo: uri,
      content: '<p>Hello</p>',
      published: get().api.clock.now().toISOString(),
      to: [everyone],
      cc: [`${uri}/followers`],
      ...fields,
    };
  }

  const findStored = (uri: string) =>
    get().api.database.remoteObject.findFirst({ where: { uri }, select: { threadId: true } });

  /** The stored thread with this id on the other server, as the user sees it. */
  async function readStored(uri: string): Promise<Thread> {
    const { api, user } = get();
    return readThread(api, user, (await findStored(uri))?.threadId ?? '');
  }

  const findUserId = async (username: string): Promise<string> =>
    (await get().api.database.user.findFirstOrThrow({ where: { username }, select: { id: true } }))
      .id;

  /** A user follows an account of the other server, which accepts it. Returns the id of its user. */
  async function follow(account: RemoteAccount, user = get().user): Promise<string> {
    const { api, remote } = get();
    const actions = createUserActions(api);
    await actions.read(user, `/users/search?q=@${account.handle}`).expect(200);
    const id = await findUserId(account.handle);
    await actions.follow(user, id).expect(200);
    await deliver(api);
    remote.received.length = 0;
    const request = await api.database.followRequest.findFirstOrThrow({
      where: { requesterId: user.id, targetId: id },
    });
    await send(account, 'Accept', `${origin()}/ap/follows/${request.id}`).expect(202);
    return id;
  }

  return {
    actorUri,
    objectUri,
    send,
    newNote,
    findStored,
    readStored,
    findUserId,
    follow,

    /** An account of the other server that a user follows. */
    async followRemote(name: string, user = get().user, fields: object = {}) {
      const { remote } = get();
      const followers = `${remote.origin}/users/${name}/followers`;
      const account = remote.addAccount(name, { followers, ...fields });
      await follow(account, user);
      return account;
    },

    /** An account of the other server that follows a user. */
    async addFollower(name: string, user = get().user, fields: object = {}) {
      const { api, remote } = get();
      const account = remote.addAccount(name, fields);
      await send(account, 'Follow', actorUri(user)).expect(202);
      await deliver(api);
      remote.received.length = 0;
      return account;
    },

    /** The thread of a note that the account sends, as the user sees it. */
    async receive(account: RemoteAccount, note: { id: string }): Promise<Thread> {
      await send(account, 'Create', note).expect(202);
      return readStored(note.id);
    },

    async listFollowers(user: User): Promise<string[]> {
      const actions = createUserActions(get().api);
      const response = await actions.read(user, `/users/${user.id}/followers`).expect(200);
      const { content } = response.body as { content: { username: string }[] };
      return content.map(({ username }) => username);
    },
  };
}
