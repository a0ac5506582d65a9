import { createChatClient } from '../chat/support.ts';
import type { TestApi } from '../support/api.ts';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import type { User } from '../support/factories/users.ts';

/** Opens a stream and waits for its first event. */
export async function listen(
  api: TestApi,
  user: User,
  options: { lastEventId?: string | undefined; query?: string } = {},
): Promise<EventReader> {
  const stream = await openStream({ port: api.port, headers: user.auth, ...options });
  await stream.until('connected');
  return stream;
}

/** Sends messages with these texts sequentially and returns their ids. */
export async function sendAll(
  api: TestApi,
  [from, to]: readonly [User, User],
  texts: readonly string[],
): Promise<string[]> {
  const chat = createChatClient(api);
  const ids: string[] = [];
  for (const content of texts) ids.push((await chat.sendMessage(from, to, { content })).id);
  return ids;
}

export function numbered(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `message ${from + index}`);
}
