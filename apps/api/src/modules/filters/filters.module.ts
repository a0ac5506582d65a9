import type { FilterInput } from '@skein/contracts/filters';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { FilterDraft } from './filters.repository.ts';
import {
  createFilters,
  deleteFilter,
  deleteFilterGroup,
  getFilter,
  getFilterGroup,
  listFilters,
  updateFilter,
  updateFilterGroup,
} from './filters.ts';
import type { GroupChanges } from './filters.ts';
import {
  addThreadToFilter,
  getThreadInFilter,
  listThreadsInFilters,
  removeThreadFromFilter,
} from './filtered-threads.ts';

export type FiltersModule = ReturnType<typeof createFiltersModule>;

/** The keyword filters of users. Only their owner sees them. */
export function createFiltersModule({ database }: { database: Database }) {
  const deps = { database };
  return {
    get: (viewer: Viewer, id: string) => getFilter(deps, viewer, id),
    list: (viewer: Viewer) => listFilters(deps, viewer),
    create: (
      viewer: Viewer,
      idempotency: Idempotency,
      ...inputs: [FilterDraft, ...FilterDraft[]]
    ) => createFilters(deps, viewer, idempotency, inputs),
    update: (viewer: Viewer, id: string, input: FilterInput) =>
      updateFilter(deps, viewer, id, input),
    /** Filters of apps, which may have several phrases. */
    getGroup: (viewer: Viewer, groupId: string) => getFilterGroup(deps, viewer, groupId),
    updateGroup: (viewer: Viewer, groupId: string, changes: GroupChanges) =>
      updateFilterGroup(deps, viewer, groupId, changes),
    deleteGroup: (viewer: Viewer, groupId: string) => deleteFilterGroup(deps, viewer, groupId),
    listThreads: (viewer: Viewer) => listThreadsInFilters(deps, viewer),
    getThread: (viewer: Viewer, id: string) => getThreadInFilter(deps, viewer, id),
    addThread: (viewer: Viewer, filterId: string, threadId: string) =>
      addThreadToFilter(deps, viewer, filterId, threadId),
    removeThread: (viewer: Viewer, id: string) => removeThreadFromFilter(deps, viewer, id),
    delete: (viewer: Viewer, id: string) => deleteFilter(deps, viewer, id),
  };
}
