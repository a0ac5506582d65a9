import { z } from 'zod';
import { defineStream } from '../http/index.ts';
import { streamEventSchemas } from './events.schemas.ts';

export const streamEvents = defineStream({
  id: 'streamEvents',
  method: 'GET',
  path: '/chat/stream',
  tag: 'Chat',
  summary: 'Stream of server-sent events',
  description:
    'Use an `EventSource` on the same origin, or a bearer token. After a reconnection the stream resumes after the message in `Last-Event-ID` (or `lastEventId` if the client cannot send that header): each message since then is sent once, in order. If more than 500 messages were missed, a `reset` event is sent instead: reload everything. Reload everything other than messages after any reconnection. A `heartbeat` is sent every 25 seconds; reconnect after 62.5 seconds without any event. If a user opens more than 5 streams, the oldest receives `superseded` and is closed.',
  auth: 'bearer',
  cookie: 'skein_stream',
  query: z.object({
    lastEventId: z
      .string()
      .optional()
      .describe('Id of the last received message; unknown ids are ignored'),
  }),
  status: 200,
  events: streamEventSchemas,
  errors: ['forbidden', 'rate_limited'],
});
