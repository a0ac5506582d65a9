import type { FileField, PolicyByMethod, RoutePolicy } from '@skein/contracts/http';
import type { z } from 'zod';

/**
 * A route of a standard that third-party apps implement: OAuth or the Mastodon API. Its schemas accept
 * what apps send, in any encoding. Unlike a contract, it is not part of the OpenAPI document.
 */
export interface AppRoute extends RoutePolicy {
  query?: z.ZodObject;
  /** Fields of a JSON object or a form. */
  fields?: z.ZodType;
  files?: Record<string, FileField>;
}

export function defineAppRoute<const Route extends AppRoute & PolicyByMethod>(route: Route): Route {
  return route;
}

/** A response other than a 200 with a body alone. */
export class AppResponse {
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    body: unknown,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}
