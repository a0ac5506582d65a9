export { createPushModule } from './push.module.ts';
export { pushRoutes } from './push.routes.ts';
