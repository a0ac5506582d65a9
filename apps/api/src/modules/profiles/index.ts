export { createProfilesModule } from './profiles.module.ts';
export { profilesRoutes } from './profiles.routes.ts';
