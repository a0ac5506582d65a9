import { dayMs, minuteMs } from '../../../platform/clock.ts';
import { findActor } from '../actors/remote-actors.repository.ts';
import { createRefreshLoaders, refreshOnce } from '../http-client/load-document.ts';
import { recordNothing } from '../inbox/received.ts';
import { loadNote } from '../threads/fetch-threads.ts';
import type { ThreadFetching } from '../threads/fetch-threads.ts';
import { updateNote } from '../threads/store-note.ts';

/** The results of an open poll are fetched again after this time. */
const openMs = 5 * minuteMs;
/** The results of a poll that has ended, whose server may not have sent the final ones. */
const closedMs = dayMs;

export interface OpenedPoll {
  threadId: string;
  isClosed: boolean;
}

/** Fetches the results of a poll of another server that somebody opens. Nobody waits for it. */
export async function refreshPoll(
  deps: ThreadFetching,
  { threadId, isClosed }: OpenedPoll,
): Promise<void> {
  const lifetimeMs = isClosed ? closedMs : openMs;
  await refreshOnce(deps, { key: `poll:${threadId}`, lifetimeMs }, () => fetchPoll(deps, threadId));
}

async function fetchPoll(deps: ThreadFetching, threadId: string): Promise<void> {
  const { database } = deps;
  const object = await database.remoteObject.findFirst({
    where: { threadId },
    select: { uri: true },
  });
  if (object === null) return;
  const loaders = await createRefreshLoaders(deps, new URL(object.uri).host);
  const note = await loadNote(deps, object.uri, loaders);
  if (!note?.poll) return;
  const author = await findActor(database, note.authorUri);
  if (author === null) return;
  // The update changes nothing if the thread has another author.
  await updateNote(deps, note, { id: threadId, authorId: author.userId, record: recordNothing });
}
