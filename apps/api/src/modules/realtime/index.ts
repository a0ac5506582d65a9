export { createRealtimeModule } from './realtime.module.ts';
export { realtimeRoutes } from './realtime.routes.ts';
