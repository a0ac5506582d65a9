import type { z } from 'zod';
import type { EndpointDefinition } from './route.ts';

/**
 * An endpoint that returns a stream of server-sent events. It authenticates with a bearer token or,
 * because an `EventSource` cannot send headers, with a cookie that no other endpoint accepts.
 */
export interface StreamDefinition extends EndpointDefinition {
  method: 'GET';
  status: 200;
  auth: 'bearer';
  /** A stream outlives the choice of a replica. */
  reads?: 'primary';
  /** Name of the cookie. */
  cookie: string;
  /** The schema of each event's data, by event name. */
  events: Readonly<Record<string, z.ZodType>>;
}

/** Declares one endpoint that returns a stream of events; otherwise like `defineRoute`. */
export function defineStream<const Stream extends StreamDefinition>(stream: Stream): Stream {
  return stream;
}
