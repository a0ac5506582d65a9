export { createFiltersModule } from './filters.module.ts';
export type { FiltersModule } from './filters.module.ts';
export { selectActiveFilters } from './filters.queries.ts';
export type { ActiveFilter } from './filters.queries.ts';
export { filtersRoutes } from './filters.routes.ts';
export type { FilteredThread } from './filtered-threads.ts';
export { filterNotFound } from './filters.ts';
export type { GroupChanges } from './filters.ts';
export { createFilterMatcher } from './match-filters.policy.ts';
