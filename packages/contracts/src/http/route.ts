import type { z } from 'zod';
import type { Scope } from '../scopes.ts';
import type { ErrorCode } from './error.ts';
import type { LimitName } from './limit.ts';

/** The request header of `takesIdempotencyKey`. */
export const idempotencyHeader = 'Idempotency-Key';

/** A file field of a multipart body. */
export interface FileField {
  maxCount: number;
  maxBytes: number;
  description: string;
  /** Its files do not count toward the user's storage quota. */
  isOutsideQuota?: true;
}

interface NoBody {
  kind: 'none';
}

interface JsonBody<Schema extends z.ZodType = z.ZodType> {
  kind: 'json';
  schema: Schema;
}

/** Text fields as `schema`, files by the name of their field. */
interface FormBody<Schema extends z.ZodType = z.ZodType> {
  kind: 'form';
  schema: Schema;
  files: Record<string, FileField>;
}

type BodyDefinition = NoBody | JsonBody | FormBody;

/**
 * Whether an endpoint accepts an `Idempotency-Key` header. The same request with the same key
 * creates nothing new and returns the first result; the same key with a different request is a 409.
 * Every POST declares it. It is false only where nothing is created or a repetition changes
 * nothing; an API test lists those endpoints with their reasons.
 */
type IdempotencyDeclaration =
  | { method: 'POST'; takesIdempotencyKey: boolean }
  | { method: 'GET' | 'PUT' | 'DELETE'; takesIdempotencyKey?: never };

/** The rules that the server applies to a request before it calls the handler. An absent field is the safe choice. */
export interface RoutePolicy {
  /** Unique; names the operation in the OpenAPI document. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, parameters in braces: `/threads/{threadId}`. */
  path: string;
  /**
   * `bearer`: requires an access token. `none`: public. `optional`: without an access token, the
   * request is that of the anonymous visitor.
   */
  auth: 'bearer' | 'optional' | 'none';
  /** Whether a handover token may be used instead of an access token. */
  acceptsHandover?: true;
  /** The scope that an access token of a client needs. Clients cannot use an endpoint without a scope. */
  scope?: Scope;
  /**
   * The rate limit that counts it. Defaults: `signedOut` for public endpoints, `reads` for GET,
   * `writes` for the rest. Requests of the anonymous visitor to `optional` ones are always `signedOut`.
   */
  limit?: LimitName;
  /** See `IdempotencyDeclaration`. */
  takesIdempotencyKey?: boolean;
  /** Takes seconds, so the user's other writes do not wait for it. */
  runsInParallel?: true;
  /**
   * Whether a frozen account can make this write. Default: `rejected`. Allow a write that concerns
   * only the user's own account, or that withdraws something.
   */
  whenFrozen?: 'allowed' | 'rejected';
  /**
   * The database that a read uses. Default: `primary`. A replica is used only after it has replayed
   * the writes of the viewer, and the writes of others that are awaited by everyone.
   */
  reads?: 'primary' | 'replica';
  /**
   * Whose later reads need a replica that has replayed this write. Default: `everyone`. Choose `viewer`
   * for a frequent write that hides nothing from anyone.
   */
  awaitedBy?: 'everyone' | 'viewer';
}

/** Fields that have no effect with the method of the route do not compile. */
export type PolicyByMethod =
  | { method: 'GET'; runsInParallel?: never; whenFrozen?: never; awaitedBy?: never }
  | { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; reads?: never };

/** Input and errors of an endpoint. */
export interface EndpointDefinition extends RoutePolicy {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  tag: string;
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodyDefinition;
  /** Status of success. */
  status: 200 | 201 | 202;
  /** Error codes beyond those that every route of its kind may return. */
  errors?: readonly ErrorCode[];
}

/** An endpoint that returns JSON. */
export interface RouteDefinition extends EndpointDefinition {
  response: z.ZodType;
  /** A second success response, for input that creates a different resource. */
  alternative?: { status: 201 | 202; response: z.ZodType };
}

/** An endpoint that streams a file while generating it. */
export interface DownloadDefinition extends EndpointDefinition {
  method: 'GET';
  status: 200;
  /** The file is read after the handler has returned, when the choice of a replica no longer applies. */
  reads?: 'primary';
  download: { contentType: string };
}

/**
 * Declares one endpoint. The server's validation, the web client's types and the OpenAPI document
 * are derived from the declaration.
 */
export function defineRoute<
  const Route extends RouteDefinition & IdempotencyDeclaration & PolicyByMethod,
>(route: Route): Route {
  return route;
}

/** Declares one endpoint that returns a file; otherwise like `defineRoute`. */
export function defineDownload<const Route extends DownloadDefinition & PolicyByMethod>(
  route: Route,
): Route {
  return route;
}

/** The method and path of a route, such as `GET /threads`. The compiler derives its requests from it. */
export type RouteAddress<Route extends EndpointDefinition> = string & { readonly contract: Route };

type SchemaOf<Part> = Part extends { schema: infer Schema extends z.ZodType } ? Schema : never;

type PartOf<Route, Key extends string> = Route extends Record<Key, infer Part> ? Part : undefined;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** Input as the server receives it, after validation. */
export interface RouteInput<Route extends EndpointDefinition> {
  params: OutputOf<PartOf<Route, 'params'>>;
  query: OutputOf<PartOf<Route, 'query'>>;
  body: OutputOf<SchemaOf<PartOf<Route, 'body'>>>;
}

/** Input as a client sends it, before validation. */
export interface RouteRequest<Route extends EndpointDefinition> {
  params: InputOf<PartOf<Route, 'params'>>;
  query: InputOf<PartOf<Route, 'query'>>;
  body: InputOf<SchemaOf<PartOf<Route, 'body'>>>;
}

/** The body of a success response. */
export type RouteResponse<Route extends RouteDefinition> =
  | z.output<Route['response']>
  | (Route extends { alternative: { response: infer Other extends z.ZodType } }
      ? z.output<Other>
      : never);
