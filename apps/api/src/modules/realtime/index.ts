export type {
  AppChannel,
  AppStream,
  StreamSerializer,
  Subscription,
  Timeline,
} from './app-stream.ts';
export { createRealtimeModule } from './realtime.module.ts';
export type { RealtimeModule } from './realtime.module.ts';
export { realtimeRoutes } from './realtime.routes.ts';
