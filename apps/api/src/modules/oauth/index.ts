export { createOauthModule } from './oauth.module.ts';
export type { OauthModule } from './oauth.module.ts';
export { oauthRoutes } from './oauth.routes.ts';
export { oauthProtocolRoutes } from './oauth-protocol.routes.ts';
