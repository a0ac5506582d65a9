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

/** Input and errors of an endpoint. */
export interface EndpointDefinition {
  /** Unique; names the operation in the OpenAPI document. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters in braces: `/threads/{threadId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** `bearer`: requires an access token. `none`: public. */
  auth: 'bearer' | 'none';
  /** Whether a handover token may be used instead of an access token. */
  acceptsHandover?: true;
  /** What the access token of an app must permit. Without it, apps cannot use the endpoint. */
  scope?: Scope;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodyDefinition;
  /** See `IdempotencyDeclaration`. */
  takesIdempotencyKey?: boolean;
  /** Status of success. */
  status: 200 | 201 | 202;
  /** Takes seconds, so the user's other writes do not wait for it. */
  runsInParallel?: true;
  /**
   * The rate limit that counts it. Defaults: `signedOut` for public endpoints, `reads` for GET,
   * `writes` for the rest.
   */
  limit?: LimitName;
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
  download: { contentType: string };
}

/**
 * Declares one endpoint. The server's validation, the web client's types and the OpenAPI document
 * are derived from the declaration.
 */
export function defineRoute<const Route extends RouteDefinition & IdempotencyDeclaration>(
  route: Route,
): Route {
  return route;
}

/** Declares one endpoint that returns a file; otherwise like `defineRoute`. */
export function defineDownload<const Route extends DownloadDefinition>(route: Route): Route {
  return route;
}

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
