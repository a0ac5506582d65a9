import { randomUUID } from 'node:crypto';
import type { RegisteredUser, TestRequest } from '../../support/http/requests.ts';
import { flatPng } from '../../media/sample-images.ts';
import type { AcknowledgedWrites } from './acknowledged-writes.ts';

/** An idempotent write request. */
export interface WriteOperation {
  request: TestRequest;
  /** Records the acknowledged write. */
  acknowledge(acknowledged: AcknowledgedWrites, body: unknown): void;
}

export interface OperationContext {
  actor: RegisteredUser;
  users: readonly RegisteredUser[];
  acknowledged: AcknowledgedWrites;
}

type CreateOperation = (context: OperationContext) => WriteOperation;

const picture = new Blob([new Uint8Array(flatPng(60, 40))], { type: 'image/png' });

const writeThread: CreateOperation = ({ actor }) => {
  const text = `thread ${randomUUID()}`;
  return {
    request: { ...createRequest('/api/threads', actor, text), body: { content: text } },
    acknowledge(acknowledged, body) {
      acknowledged.threads.set(text, (body as { id: string }).id);
    },
  };
};

const postImage: CreateOperation = ({ actor }) => {
  const text = `picture ${randomUUID()}`;
  return {
    request: { ...createRequest('/api/threads', actor, text), body: imageForm(text) },
    acknowledge(acknowledged, body) {
      const { id, media } = body as { id: string; media: { mediaUrl: string }[] };
      acknowledged.threads.set(text, id);
      acknowledged.pictures.set(id, media[0]?.mediaUrl ?? 'no picture');
    },
  };
};

const upload: CreateOperation = ({ actor }) => {
  const text = `upload ${randomUUID()}`;
  return {
    request: { ...createRequest('/api/posts/with-media', actor, text), body: imageForm(text) },
    acknowledge(acknowledged, body) {
      acknowledged.uploads.add((body as { post: { mediaUrl: string } }).post.mediaUrl);
    },
  };
};

const sendMessage: CreateOperation = ({ actor, users }) => {
  const text = `message ${randomUUID()}`;
  const { id: receiverId } = pick(users.filter(({ id }) => id !== actor.id));
  return {
    request: {
      path: '/api/chat/send',
      token: actor.token,
      body: { receiverId, content: text, clientMessageId: text },
    },
    acknowledge(acknowledged, body) {
      acknowledged.messages.set(text, (body as { id: string }).id);
    },
  };
};

const like: CreateOperation = ({ actor, acknowledged }) => {
  const threadId = pick([...acknowledged.threads.values()]);
  const on = Math.random() < 0.6;
  return {
    request: { path: `/api/threads/${threadId}/like`, token: actor.token, body: { on } },
    acknowledge: () => recordState(acknowledged.likes, `${actor.id} ${threadId}`, on),
  };
};

const follow: CreateOperation = ({ actor, users, acknowledged }) => {
  const { id } = pick(users.filter((user) => user.id !== actor.id));
  const on = Math.random() < 0.6;
  const path = `/api/users/${id}/${on ? 'follow-request' : 'follow'}`;
  return {
    request: { path, method: on ? 'POST' : 'DELETE', token: actor.token },
    acknowledge: () => recordState(acknowledged.follows, `${actor.id} ${id}`, on),
  };
};

const operations = [writeThread, writeThread, like, like, follow, sendMessage, postImage, upload];

export function createWriteOperation(context: OperationContext): WriteOperation {
  const create = context.acknowledged.threads.size === 0 ? writeThread : pick(operations);
  return create(context);
}

function createRequest(path: string, { token }: RegisteredUser, key: string): TestRequest {
  return { path, token, headers: { 'Idempotency-Key': key } };
}

function imageForm(content: string): FormData {
  const form = new FormData();
  form.set('content', content);
  form.set('media', picture, 'picture.png');
  return form;
}

function recordState(set: Set<string>, entry: string, on: boolean): void {
  if (on) set.add(entry);
  else set.delete(entry);
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
