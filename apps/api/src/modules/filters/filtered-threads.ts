import { filteredThreadsMax } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import { withValues } from '@skein/messages';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  addFilteredThread,
  deleteFilteredThread,
  findFilteredThread,
  listFilteredThreads,
} from './filtered-threads.repository.ts';
import type { FilteredThread } from './filtered-threads.repository.ts';
import { getFilterGroup } from './filters.ts';

interface Dependencies {
  database: Database;
}

export type { FilteredThread };

const entryNotFound = () => new NotFoundError('error.notFound');

/** Returns the threads of all filters of the viewer, the first one first. */
export function listThreadsInFilters({ database }: Dependencies, { userId }: Viewer) {
  return listFilteredThreads(database, userId);
}

/** @throws NotFoundError */
export async function getThreadInFilter(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<FilteredThread> {
  const entry = isId(id) ? await findFilteredThread(database, userId, id) : null;
  if (entry === null) throw entryNotFound();
  return entry;
}

/**
 * Applies a filter to a thread that the viewer sees. Idempotent.
 * @throws NotFoundError for an unknown filter; ConflictError beyond the limit
 */
export async function addThreadToFilter(
  { database }: Dependencies,
  viewer: Viewer,
  filterId: string,
  threadId: string,
): Promise<FilteredThread> {
  const [{ groupId }] = await getFilterGroup({ database }, viewer, filterId);
  const entry = await addFilteredThread(database, { userId: viewer.userId, groupId, threadId });
  if (entry === null) {
    const message = withValues('error.filteredThreadsMax', { max: filteredThreadsMax });
    throw new ConflictError('conflict', message);
  }
  return entry;
}

/** @throws NotFoundError */
export async function removeThreadFromFilter(
  { database }: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  if (!isId(id) || !(await deleteFilteredThread(database, userId, id))) throw entryNotFound();
}
