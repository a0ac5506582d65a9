import { threadSchema } from '@skein/contracts/threads';
import type { Thread } from '@skein/contracts/threads';
import type { TestApi } from '../api.ts';
import type { User } from './users.ts';

export interface ThreadForm {
  path?: string;
  fields?: Record<string, string | string[]>;
  files?: readonly Buffer[];
  /** An `Idempotency-Key`. */
  key?: string;
}

/** Sends the form that creates a thread, like a browser. */
export function postThread(api: TestApi, as: User, form: ThreadForm) {
  const { path = '/api/threads', fields = {}, files = [], key } = form;
  const request = api.request.post(path).set(as.auth).field(fields);
  if (key !== undefined) void request.set('Idempotency-Key', key);
  for (const [index, file] of files.entries()) void request.attach('media', file, `${index}.png`);
  return request;
}

/** Creates a thread and returns it. */
export async function publish(api: TestApi, as: User, form: ThreadForm): Promise<Thread> {
  const response = await postThread(api, as, form);
  if (response.status !== 201) throw new Error(`${response.status}: ${response.text}`);
  return threadSchema.strict().parse(response.body);
}

export async function readThread(api: TestApi, as: User, id: string): Promise<Thread> {
  const response = await api.request.get(`/api/threads/${id}`).set(as.auth).expect(200);
  return threadSchema.strict().parse(response.body);
}
