export { listUsers } from './list-users.ts';
export { selectListed } from './relationships.queries.ts';
export { createRelationshipsModule } from './relationships.module.ts';
export type { RelationshipsModule } from './relationships.module.ts';
export { relationshipsRoutes } from './relationships.routes.ts';
export type { RecordFollow } from './follow-user.ts';
