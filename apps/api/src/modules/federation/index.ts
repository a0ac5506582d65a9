export { movingRoutes } from './moving/moving.routes.ts';
export { federationRouter } from './federation.routes.ts';
export type { FederationDependencies, FederationModule } from './federation.module.ts';
export type { ServerDecision, ServerFilter } from './servers/servers.repository.ts';

/** Imports the module on demand, because most instances are not connected with other servers. */
export const loadFederationModule = () => import('./federation.module.ts');
