import type { z } from 'zod';
import type { EndpointDefinition } from './route.ts';

/**
 * An endpoint that answers with a stream of server-sent events. It knows its viewer by a bearer
 * token or, as browsers open streams without headers, by a cookie that no other endpoint takes.
 */
export interface StreamDefinition extends EndpointDefinition {
  method: 'GET';
  status: 200;
  auth: 'bearer';
  /** Name of the cookie. */
  cookie: string;
  /** What the data of each event are, by its name. */
  events: Readonly<Record<string, z.ZodType>>;
}

/** Declares one endpoint that answers with a stream of events; otherwise as `defineRoute`. */
export function defineStream<const Stream extends StreamDefinition>(stream: Stream): Stream {
  return stream;
}
