import type { RoutePolicy } from '@skein/contracts/http';
import type { Request, Response, Router } from 'express';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { runIdempotently } from '../../platform/idempotency/idempotency.ts';
import { readKeyedRequest } from './keyed-request.ts';
import type { Idempotency, IdempotencyKeys } from '../../platform/idempotency/idempotency.ts';
import { requesterKey } from '../middleware/count-request.ts';
import type { RateLimiter } from '../../platform/rate-limits/rate-limits.ts';
import type { RequestLimiters } from '../request-limiters.ts';
import type { ReceiveForm } from '../uploads/receive-form.ts';
import { authenticate } from './authenticate.ts';
import type { ResolveViewer } from './authenticate.ts';
import type { CursorCipher } from './cursor-cipher.ts';
import type { RunWithDatabase } from './request-database.ts';

/** The dependencies of the pipeline, which all routes share. */
export interface RequestHandling {
  resolveViewer: ResolveViewer;
  /** May throw to reject a request before it counts against a rate limit. */
  admit?: (viewer: Viewer) => void;
  rateLimiter: RateLimiter;
  requestLimiters: RequestLimiters;
  receiveForm: ReceiveForm;
  idempotencyKeys: IdempotencyKeys;
  cursorCipher: CursorCipher;
  runWithDatabase: RunWithDatabase;
  /** The origin under which users reach the instance. */
  publicUrl: URL;
}

/** A request for a route. */
export interface RouteRequest<Route extends RoutePolicy = RoutePolicy> {
  route: Route;
  request: Request;
  response: Response;
}

/** The validated parts of a request. */
export interface RequestContent {
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile[]>;
}

interface HandledRequest extends RequestContent {
  /** Undefined for requests without authentication. */
  viewer: Viewer | undefined;
  /** The access token as sent; undefined for routes that need none. */
  bearerToken: string | undefined;
  idempotency: Idempotency;
}

interface RequestSteps<Result> {
  /**
   * Reads and validates the input in the format of the API.
   * @param handled Resolves when the request needs its files no longer, before the response is sent.
   */
  readContent: (viewer: Viewer | undefined, handled: Promise<void>) => Promise<RequestContent>;
  handle: (handled: HandledRequest) => Promise<Result>;
}

/**
 * Every request for a route takes these steps: authentication with the rules of the route (401, 429,
 * 403), input (400), idempotency key, a slot in the queue, the choice of a database, and the handler.
 * The caller encodes the result.
 */
export async function handleRequest<Result>(
  routeRequest: RouteRequest,
  handling: RequestHandling,
  steps: RequestSteps<Result>,
): Promise<Result> {
  const handled = Promise.withResolvers<void>();
  try {
    return await takeSteps(routeRequest, handling, steps, handled.promise);
  } finally {
    handled.resolve();
  }
}

async function takeSteps<Result>(
  { route, request, response }: RouteRequest,
  handling: RequestHandling,
  { readContent, handle }: RequestSteps<Result>,
  handled: Promise<void>,
): Promise<Result> {
  const { viewer, bearerToken } = await authenticate(route, { request, response }, handling);
  const content = await readContent(viewer, handled);
  const keyed =
    route.takesIdempotencyKey && viewer !== undefined
      ? await readKeyedRequest(request, route, viewer, content)
      : null;
  const work = () =>
    runIdempotently(handling.idempotencyKeys, keyed, (idempotency) =>
      handle({ ...content, viewer, bearerToken, idempotency }),
    );
  const hasFiles = Object.values(content.files).some((list) => list.length > 0);
  const owner = requesterKey(request, viewer);
  return handling.requestLimiters.run({ route, viewer, hasFiles, owner }, () =>
    handling.runWithDatabase({ route, viewer, request, response }, work),
  );
}

/**
 * For event streams, which wait for events and not for the database. After a restart of the server, all
 * of them open at once.
 */
export function withoutQueue(handling: RequestHandling): RequestHandling {
  return { ...handling, requestLimiters: { run: (_request, handle) => handle() } };
}

/** Adds a route to a router of Express. Errors reach the router's error handler. */
export function addRoute<Route extends RoutePolicy>(
  router: Router,
  route: Route,
  respond: (routeRequest: RouteRequest<Route>) => Promise<void>,
): void {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
  // toLowerCase is typed as any string.
  const method = route.method.toLowerCase() as Lowercase<RoutePolicy['method']>;
  router[method](path, (request, response) => respond({ route, request, response }));
}
