import type { Thread } from '@skein/contracts/threads';
import type { Author } from '../../modules/users/index.ts';
import { dateOfId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext } from '../accounts/account.serializer.ts';
import type { SerializerContext } from '../accounts/account.serializer.ts';
import type { MastodonServices } from '../services.ts';
import { toQuotedStatus, toReblog, toStatus } from './status.serializer.ts';

/** A thread in a list, with the key of its entry: its id, or that of the repost that lists it. */
export interface Entry {
  thread: Thread;
  key: string | null;
}

/**
 * The statuses of threads, with all accounts loaded in one statement. Threads that were deleted, and
 * those whose author the viewer no longer sees, are left out.
 */
export async function loadStatuses(
  { users, settings }: Pick<MastodonServices, 'users' | 'settings'>,
  viewer: Viewer,
  entries: readonly Entry[],
): Promise<object[]> {
  const ids = entries.flatMap(({ thread }) => [
    thread.userId,
    thread.quotedThread?.userId,
    thread.repostedBy?.id,
  ]);
  const known = ids.filter((id) => typeof id === 'string');
  const profiles = await users.listAuthors(viewer, [...new Set(known)]);
  const context = toContext(settings);
  return entries.flatMap((entry) => toEntryStatus(entry, profiles, context) ?? []);
}

/** `loadStatuses` for threads, without the reposts that may list them. */
export function loadThreadStatuses(
  services: Pick<MastodonServices, 'users' | 'settings'>,
  viewer: Viewer,
  threads: readonly Thread[],
): Promise<object[]> {
  return loadStatuses(
    services,
    viewer,
    threads.map((thread) => ({ thread, key: null })),
  );
}

/** The status of one thread. */
export async function loadStatus(
  services: Pick<MastodonServices, 'users' | 'settings'>,
  viewer: Viewer,
  thread: Thread,
): Promise<object> {
  const [status] = await loadThreadStatuses(services, viewer, [thread]);
  if (status === undefined) throw new Error('The author of a visible thread is not visible.');
  return status;
}

function toEntryStatus(
  { thread, key }: Entry,
  profiles: ReadonlyMap<string, Author>,
  context: SerializerContext,
): object | null {
  const find = (id: string | null | undefined) => profiles.get(id ?? '');
  const author = find(thread.userId);
  if (thread.isDeleted || author === undefined) return null;
  const { quotedThread } = thread;
  const quotedAuthor = find(quotedThread?.userId);
  const quoted =
    quotedThread !== null && quotedAuthor !== undefined
      ? toQuotedStatus(quotedThread, quotedAuthor, context)
      : null;
  const status = toStatus(thread, author, quoted, context);
  const reposter = find(thread.repostedBy?.id);
  if (reposter === undefined || key === null || key === thread.id) return status;
  const createdAt = dateOfId(key).toISOString();
  return toReblog(status, { id: key, author: reposter, createdAt }, context);
}
