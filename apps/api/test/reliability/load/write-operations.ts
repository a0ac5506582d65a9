import { randomUUID } from 'node:crypto';
import type { Member, TestRequest } from '../../support/http/requests.ts';
import { flatPng } from '../../media/sample-images.ts';
import type { Ledger } from './acknowledged-writes.ts';

/** A write that may be sent any number of times and is done once. */
export interface Act {
  question: TestRequest;
  /** Notes what was promised by the response. */
  acknowledge(ledger: Ledger, body: unknown): void;
}

export interface Surroundings {
  actor: Member;
  users: readonly Member[];
  ledger: Ledger;
}

type MakeAct = (surroundings: Surroundings) => Act;

const picture = new Blob([new Uint8Array(flatPng(60, 40))], { type: 'image/png' });

const writeThread: MakeAct = ({ actor }) => {
  const text = `thread ${randomUUID()}`;
  return {
    question: { ...creation('/api/threads', actor, text), body: { content: text } },
    acknowledge(ledger, body) {
      ledger.threads.set(text, (body as { id: string }).id);
    },
  };
};

const showPicture: MakeAct = ({ actor }) => {
  const text = `picture ${randomUUID()}`;
  return {
    question: { ...creation('/api/threads', actor, text), body: pictureForm(text) },
    acknowledge(ledger, body) {
      const { id, media } = body as { id: string; media: { mediaUrl: string }[] };
      ledger.threads.set(text, id);
      ledger.pictures.set(id, media[0]?.mediaUrl ?? 'no picture');
    },
  };
};

const upload: MakeAct = ({ actor }) => {
  const text = `upload ${randomUUID()}`;
  return {
    question: { ...creation('/api/posts/with-media', actor, text), body: pictureForm(text) },
    acknowledge(ledger, body) {
      ledger.uploads.add((body as { post: { mediaUrl: string } }).post.mediaUrl);
    },
  };
};

const sendMessage: MakeAct = ({ actor, users }) => {
  const text = `message ${randomUUID()}`;
  const { id: receiverId } = pick(users.filter(({ id }) => id !== actor.id));
  return {
    question: {
      path: '/api/chat/send',
      token: actor.token,
      body: { receiverId, content: text, clientMessageId: text },
    },
    acknowledge(ledger, body) {
      ledger.messages.set(text, (body as { id: string }).id);
    },
  };
};

const like: MakeAct = ({ actor, ledger }) => {
  const threadId = pick([...ledger.threads.values()]);
  const on = Math.random() < 0.6;
  return {
    question: { path: `/api/threads/${threadId}/like`, token: actor.token, body: { on } },
    acknowledge: () => note(ledger.likes, `${actor.id} ${threadId}`, on),
  };
};

const follow: MakeAct = ({ actor, users, ledger }) => {
  const { id } = pick(users.filter((user) => user.id !== actor.id));
  const on = Math.random() < 0.6;
  const path = `/api/users/${id}/${on ? 'follow-request' : 'follow'}`;
  return {
    question: { path, method: on ? 'POST' : 'DELETE', token: actor.token },
    acknowledge: () => note(ledger.follows, `${actor.id} ${id}`, on),
  };
};

const acts = [writeThread, writeThread, like, like, follow, sendMessage, showPicture, upload];

export function makeAct(surroundings: Surroundings): Act {
  const make = surroundings.ledger.threads.size === 0 ? writeThread : pick(acts);
  return make(surroundings);
}

function creation(path: string, { token }: Member, key: string): TestRequest {
  return { path, token, headers: { 'Idempotency-Key': key } };
}

function pictureForm(content: string): FormData {
  const form = new FormData();
  form.set('content', content);
  form.set('media', picture, 'picture.png');
  return form;
}

function note(set: Set<string>, entry: string, on: boolean): void {
  if (on) set.add(entry);
  else set.delete(entry);
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
