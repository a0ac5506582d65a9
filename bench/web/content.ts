import type { Session } from './browser.ts';

const writersCount = 20;
const requestsMax = 8;

/** Content of the measured screens. */
export interface Content {
  reader: Session;
  writer: Session;
  threadId: string;
}

/** Registers a reader and several writers, and publishes the given number of threads. */
export async function createContent(origin: string, threadsCount: number): Promise<Content> {
  const reader = await register(origin, 'Slow', 'Phone', 0);
  const writers: Session[] = [];
  for (let index = 1; index <= writersCount; index += 1) {
    writers.push(await register(origin, 'Ada', `Number${index}`, index));
  }
  const [writer] = writers;
  if (!writer) throw new Error('There are no writers.');
  const threadId = await publish(origin, writer, describeThread(0));
  let next = 1;
  const publishAll = async () => {
    while (next < threadsCount) {
      const index = (next += 1);
      await publish(origin, writers[index % writers.length] ?? writer, describeThread(index));
    }
  };
  await Promise.all(Array.from({ length: requestsMax }, publishAll));
  await post(origin, '/api/threads', { content: 'A reply', parentThreadId: threadId }, reader);
  await post(origin, '/api/chat/send', { receiverId: reader.id, content: 'Hello' }, writer);
  await post(origin, `/api/threads/${threadId}/like`, { on: true }, reader);
  await post(origin, `/api/threads/${threadId}/bookmark`, { on: true }, reader);
  return { reader, writer, threadId };
}

/** Cards of different heights. */
function describeThread(index: number): string {
  return `Thread ${index} with a #tag${index % 7}. ${'Some more words. '.repeat((index * 7) % 23)}`;
}

async function register(
  origin: string,
  firstName: string,
  lastName: string,
  index: number,
): Promise<Session> {
  const password = 'analytical engine';
  const email = `${firstName}${index}@bench.example`;
  const registration = { firstName, lastName, email, password, confirmPassword: password };
  // Guaranteed by the contract of the registration.
  const session = (await post(origin, '/api/auth/register', registration)) as {
    token: string;
    user: { id: string };
  };
  return { ...session, id: session.user.id };
}

async function publish(origin: string, by: Session, content: string): Promise<string> {
  // Guaranteed by the contract of thread creation.
  const { id } = (await post(origin, '/api/threads', { content }, by)) as { id: string };
  return id;
}

async function post(
  origin: string,
  path: string,
  body: Record<string, string | boolean>,
  by?: Session,
): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(by && { Authorization: `Bearer ${by.token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
