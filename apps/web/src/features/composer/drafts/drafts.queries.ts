import { infiniteQueryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { RouteResponse } from '@skein/contracts/http';
import { draftsMax } from '@skein/contracts/limits';
import type { SavedDraft, Thread, listDrafts } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { getSessionUser } from '../../../lib/session/index.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { clearDraft, listChangedDrafts } from '../editor/draft.ts';
import { removeFiles } from '../stored-files/draft-files.ts';
import type { ComposerRequest } from '../../../lib/dialogs.tsx';

/** The viewer's drafts, the last changed first. */
export const draftsQuery = infiniteQueryOptions({
  queryKey: threadKeys.drafts,
  queryFn: async ({ pageParam, signal }) => {
    const page = await request(routes.listDrafts, {
      query: pageParam === null ? {} : { cursor: pageParam },
      signal,
    });
    // Changes are cleared with the next visit if this fails.
    if (pageParam === null) clearDeletedDrafts(page).catch(() => undefined);
    return page;
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  select: ({ pages }) => pages.flatMap(({ content }) => content),
  // Other devices change it too.
  staleTime: 0,
});

const viewerId = (): string => getSessionUser()?.id ?? '';

/** Removes the changes on this device of drafts that no longer exist. */
async function clearDeletedDrafts(first: RouteResponse<typeof listDrafts>): Promise<void> {
  const userId = viewerId();
  const others = without(listChangedDrafts(userId), first);
  if (others.length === 0) return;
  // In one page, because a draft that changes meanwhile moves to another one.
  const query = { size: draftsMax };
  const all = first.last ? first : await request(routes.listDrafts, { query });
  for (const id of without(others, all)) clearChanges(userId, id);
}

function clearChanges(userId: string, draftId: string): void {
  const name = `saved:${draftId}` as const;
  clearDraft({ userId, name });
  removeFiles(userId, name);
}

const without = (ids: readonly string[], { content }: RouteResponse<typeof listDrafts>) =>
  ids.filter((id) => content.every((draft) => draft.id !== id));

/** Deletes a draft and its changes on this device. */
export async function removeDraft(client: QueryClient, { id }: SavedDraft): Promise<void> {
  try {
    await request(routes.deleteDraft, { params: { draftId: id } });
    clearChanges(viewerId(), id);
  } finally {
    await client.invalidateQueries({ queryKey: threadKeys.drafts });
  }
}

/** Returns how to continue a draft. If its thread is gone, a reply or a quote becomes a thread. */
export async function findDraftTarget(draft: SavedDraft): Promise<ComposerRequest> {
  const { parentThreadId, quotedThreadId } = draft;
  const targetId = parentThreadId ?? quotedThreadId;
  if (targetId === null) return { kind: 'thread', draft };
  const kind = parentThreadId === null ? 'quote' : 'reply';
  const thread = await findThread(targetId);
  // If the viewer cannot reply to the thread now, the draft keeps it, and posting fails.
  return thread === null ? { kind: 'thread', draft, lostTarget: kind } : { kind, thread, draft };
}

async function findThread(threadId: string): Promise<Thread | null> {
  try {
    const params = { threadId };
    const thread = await request(routes.getThread, { params });
    return thread.isDeleted ? null : thread;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
