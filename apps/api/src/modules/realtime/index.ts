export type {
  ClientChannel,
  ClientStream,
  StreamSerializer,
  Subscription,
  Timeline,
} from './clients/client-stream.ts';
export { createRealtimeModule } from './realtime.module.ts';
export type { RealtimeModule } from './realtime.module.ts';
export { realtimeRoutes } from './realtime.routes.ts';
