export { createListsModule, listNotFound } from './lists.module.ts';
export type { ListsModule } from './lists.module.ts';
export { selectListMembers } from './lists.queries.ts';
export { listsRoutes } from './lists.routes.ts';
