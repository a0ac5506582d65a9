import { z } from 'zod';
import { defineStream } from '../http/index.ts';
import { streamEventSchemas } from './events.schemas.ts';

export const streamEvents = defineStream({
  id: 'streamEvents',
  method: 'GET',
  path: '/chat/stream',
  tag: 'Chat',
  summary: 'What happens, while it happens',
  description:
    'A stream of server-sent events, to be read by an `EventSource` on the same origin or by a program with a bearer token. A cut stream goes on after the message named by `Last-Event-ID` (or `lastEventId`, where that header cannot be sent): every message since then comes once, in order. Where more than 500 messages were missed, a `reset` comes instead: load everything again. Everything else is to be read anew after a break. A `heartbeat` comes every 25 seconds: where none has come for 2.5 times as long, the connection is dead. The oldest of more than 5 streams of a person is closed, after a `superseded`.',
  auth: 'bearer',
  cookie: 'skein_stream',
  query: z.object({
    lastEventId: z
      .string()
      .optional()
      .describe('The last message that was received; what names none is passed over'),
  }),
  status: 200,
  events: streamEventSchemas,
  errors: ['forbidden', 'rate_limited'],
});
