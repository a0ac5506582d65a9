export { createFederationModule } from './federation.module.ts';
export { movingRoutes } from './moving/moving.routes.ts';
export { federationRouter } from './federation.routes.ts';
export type { FederationModule } from './federation.module.ts';
export type { ServerDecision, ServerFilter } from './servers/servers.repository.ts';
