import { createChatClient } from '../chat/support.ts';
import type { TestApi } from '../support/api.ts';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import type { User } from '../support/factories/users.ts';

/** An open stream of somebody, which has said hello. */
export async function listen(
  api: TestApi,
  person: User,
  options: { lastEventId?: string | undefined; query?: string } = {},
): Promise<EventReader> {
  const stream = await openStream({ port: api.port, headers: person.auth, ...options });
  await stream.until('connected');
  return stream;
}

/** Sends messages with these texts, one after the other, and gives their ids. */
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
