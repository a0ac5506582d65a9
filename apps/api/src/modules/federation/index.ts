export { createFederationModule } from './federation.module.ts';
export { federationRouter } from './federation.routes.ts';
