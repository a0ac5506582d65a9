import type { FilterInput } from '@skein/contracts/filters';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { createFilters, deleteFilter, getFilter, listFilters, updateFilter } from './filters.ts';

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
      ...inputs: [FilterInput, ...FilterInput[]]
    ) => createFilters(deps, viewer, idempotency, inputs),
    update: (viewer: Viewer, id: string, ...inputs: [FilterInput, ...FilterInput[]]) =>
      updateFilter(deps, viewer, id, inputs),
    delete: (viewer: Viewer, id: string) => deleteFilter(deps, viewer, id),
  };
}
