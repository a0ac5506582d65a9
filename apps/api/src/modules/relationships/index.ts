export { createRelationshipsModule } from './relationships.module.ts';
export { relationshipsRoutes } from './relationships.routes.ts';
