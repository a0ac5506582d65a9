import { streamEvents } from '@skein/contracts/realtime';
import type { BindStream } from '../../http/streams/bind-stream.ts';
import type { StreamsModule } from './realtime.module.ts';

export function realtimeRoutes(bindStream: BindStream, streams: StreamsModule): void {
  bindStream(streamEvents, (input, channel) => streams.open(input, channel));
}
