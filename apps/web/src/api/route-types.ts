import type { RouteDefinition, RouteRequest } from '@skein/contracts/http';

type Simplify<T> = { [Key in keyof T]: T[Key] };

/** Allows numbers for query parameters that are strings in the contract. */
type Wire<Fields> = {
  [Key in keyof Fields]: string extends Fields[Key] ? Fields[Key] | number : Fields[Key];
};

/** A required property if the contract declares required fields, forbidden if it declares none. */
type Part<Name extends string, Fields> = [Fields] extends [undefined]
  ? { [Key in Name]?: never }
  : Record<never, never> extends Fields
    ? { [Key in Name]?: Fields }
    : { [Key in Name]: Fields };

type Body<Route extends RouteDefinition> = Route extends {
  body: { kind: 'form'; files: infer Files };
}
  ? {
      body: RouteRequest<Route>['body'];
      /** Files by field name. */
      files?: { [Field in keyof Files]?: readonly File[] };
      /** Called with 0 to 1 while the body is sent. */
      onUploadProgress?: (fraction: number) => void;
    }
  : Part<'body', RouteRequest<Route>['body']>;

export type RequestOptions<Route extends RouteDefinition> = Simplify<
  {
    signal?: AbortSignal;
    /** A repeated request with the same key returns the first result. */
    idempotencyKey?: string;
    /** Sent in place of the stored access token. */
    token?: string;
    /** Whether the caller handles a 401: the session is not ended, and no message is shown. */
    handlesUnauthorized?: boolean;
  } & Part<'params', RouteRequest<Route>['params']> &
    Part<'query', Wire<RouteRequest<Route>['query']>> &
    Body<Route>
>;

/** The parameter is optional if a request needs no input. */
export type RequestArguments<Route extends RouteDefinition> =
  Record<never, never> extends RequestOptions<Route>
    ? [options?: RequestOptions<Route>]
    : [options: RequestOptions<Route>];

type FieldValue = string | number | boolean | readonly string[] | undefined;

/** The supertype of all `RequestOptions`. */
export interface AnyRequest {
  params?: Record<string, string>;
  query?: Record<string, FieldValue>;
  body?: Record<string, FieldValue>;
  files?: Record<string, readonly File[] | undefined>;
  onUploadProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  idempotencyKey?: string;
  token?: string;
  handlesUnauthorized?: boolean;
}
