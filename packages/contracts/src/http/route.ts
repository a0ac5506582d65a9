import type { z } from 'zod';
import type { ErrorCode } from './error.ts';
import type { LimitName } from './limit.ts';

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
 * Whether an endpoint takes an `Idempotency-Key` header: the same request with the same key creates
 * nothing new and returns what was created first; the same key with another request is a 409. Every
 * POST declares it. It is false only where nothing is created or a repetition changes nothing; a
 * test of the API lists those with their reasons.
 */
type IdempotencyDeclaration =
  | { method: 'POST'; takesIdempotencyKey: boolean }
  | { method: 'GET' | 'PUT' | 'DELETE'; takesIdempotencyKey?: never };

/** What an endpoint takes, and what it refuses with. */
export interface EndpointDefinition {
  /** Unique; names the operation in the OpenAPI document. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`, parameters in braces: `/threads/{threadId}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  /** `bearer`: an access token is needed. `none`: open to everybody. */
  auth: 'bearer' | 'none';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: BodyDefinition;
  /** See `IdempotencyDeclaration`. */
  takesIdempotencyKey?: boolean;
  /** Status of success. */
  status: 200 | 201 | 202;
  /**
   * Under which limit it counts. By default GETs are `reads`, the rest `writes`, and whatever is
   * open to everybody is `signedOut`.
   */
  limit?: LimitName;
  /** What it refuses with, beyond what every route of its kind may answer. */
  errors?: readonly ErrorCode[];
}

/** An endpoint that answers with JSON. */
export interface RouteDefinition extends EndpointDefinition {
  response: z.ZodType;
  /** What it answers with instead where the input calls for something else to be made. */
  alternative?: { status: 201; response: z.ZodType };
}

/** An endpoint that answers with a file, sent while it is being made. */
export interface DownloadDefinition extends EndpointDefinition {
  method: 'GET';
  status: 200;
  download: { contentType: string };
}

/**
 * Declares one endpoint. Everything else follows from the declaration: what the server
 * lets in and sends out, how the web client is typed, and the OpenAPI document.
 */
export function defineRoute<const Route extends RouteDefinition & IdempotencyDeclaration>(
  route: Route,
): Route {
  return route;
}

/** Declares one endpoint that answers with a file; otherwise as `defineRoute`. */
export function defineDownload<const Route extends DownloadDefinition>(route: Route): Route {
  return route;
}

type SchemaOf<Part> = Part extends { schema: infer Schema extends z.ZodType } ? Schema : never;

type PartOf<Route, Key extends string> = Route extends Record<Key, infer Part> ? Part : undefined;

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What the server's code receives, after validation. */
export interface RouteInput<Route extends EndpointDefinition> {
  params: OutputOf<PartOf<Route, 'params'>>;
  query: OutputOf<PartOf<Route, 'query'>>;
  body: OutputOf<SchemaOf<PartOf<Route, 'body'>>>;
}

/** What a client sends, before validation. */
export interface RouteRequest<Route extends EndpointDefinition> {
  params: InputOf<PartOf<Route, 'params'>>;
  query: InputOf<PartOf<Route, 'query'>>;
  body: InputOf<SchemaOf<PartOf<Route, 'body'>>>;
}

/** What the endpoint answers with when it succeeds. */
export type RouteResponse<Route extends RouteDefinition> =
  | z.output<Route['response']>
  | (Route extends { alternative: { response: infer Other extends z.ZodType } }
      ? z.output<Other>
      : never);
