export { createSearchModule } from './search.module.ts';
export type { SearchModule } from './search.module.ts';
export { searchRoutes } from './search.routes.ts';
