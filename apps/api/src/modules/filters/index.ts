export { createFiltersModule, filterNotFound } from './filters.module.ts';
export type { FiltersModule } from './filters.module.ts';
export { selectActiveFilters } from './filters.queries.ts';
export type { ActiveFilter } from './filters.queries.ts';
export { filtersRoutes } from './filters.routes.ts';
export { createFilterMatcher } from './match-filters.policy.ts';
