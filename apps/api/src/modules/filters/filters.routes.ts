import { createFilter, deleteFilter, listFilters, updateFilter } from '@skein/contracts/filters';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { FiltersModule } from './filters.module.ts';

export function filtersRoutes(bind: BindRoute, filters: FiltersModule): void {
  bind(listFilters, ({ viewer }) => filters.list(viewer));
  bind(createFilter, ({ viewer, idempotency, body }) => filters.create(viewer, idempotency, body));
  bind(updateFilter, ({ viewer, params, body }) => filters.update(viewer, params.filterId, body));
  bind(deleteFilter, async ({ viewer, params }) => {
    await filters.delete(viewer, params.filterId);
    return success('success.filterDeleted');
  });
}
