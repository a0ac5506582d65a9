export { createListsModule } from './lists.module.ts';
export type { ListsModule } from './lists.module.ts';
export { selectListMembers } from './lists.queries.ts';
export { listsRoutes } from './lists.routes.ts';
export { listNotFound } from './lists.ts';
