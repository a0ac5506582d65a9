export { createFederationModule } from './federation.module.ts';
export { federationRouter } from './federation.routes.ts';
export { serversRoutes } from './servers/servers.routes.ts';
