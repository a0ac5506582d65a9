import type { FileField, PolicyByMethod, RoutePolicy } from '@skein/contracts/http';
import type { z } from 'zod';

/**
 * A route of the Mastodon API, or of another standard for third-party clients such as OAuth. Its schemas
 * accept what clients send, in any encoding. Unlike a contract, it is not part of the OpenAPI document.
 */
export interface MastodonRoute extends RoutePolicy {
  query?: z.ZodObject;
  /** Fields of a JSON object or a form. */
  fields?: z.ZodType;
  files?: Record<string, FileField>;
  /** The fields of the client by the names of the use case's input, for the errors that it throws. */
  fieldNames?: Readonly<Record<string, string>>;
}

export function defineMastodonRoute<const Route extends MastodonRoute & PolicyByMethod>(
  route: Route,
): Route {
  return route;
}

/** A response other than a 200 with a body alone. */
export class MastodonResponse {
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
