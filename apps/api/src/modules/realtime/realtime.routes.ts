import { streamEvents } from '@skein/contracts/realtime';
import type { BindStream } from '../../http/routes/bind-route.ts';
import type { RealtimeModule } from './realtime.module.ts';

export function realtimeRoutes(bindStream: BindStream, realtime: RealtimeModule): void {
  bindStream(streamEvents, (input, channel) => realtime.open(input, channel));
}
