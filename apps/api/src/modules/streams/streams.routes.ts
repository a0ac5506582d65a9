import { streamEvents } from '@skein/contracts/events';
import type { BindStream } from '../../http/bind-stream.ts';
import type { StreamsModule } from './index.ts';

export function streamsRoutes(bindStream: BindStream, streams: StreamsModule): void {
  bindStream(streamEvents, (input, channel) => streams.open(input, channel));
}
