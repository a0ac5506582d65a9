import type {
  DownloadDefinition,
  EndpointDefinition,
  RouteDefinition,
  RouteInput,
} from '@skein/contracts/http';
import type { CookieOptions, Request, Response } from 'express';
import type { z } from 'zod';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Locale } from '../../platform/messages.ts';
import { authenticate } from './authenticate.ts';
import type { ResolveViewer } from './authenticate.ts';
import { readBody } from './read-body.ts';
import { readKeyedRequest, runIdempotently } from '../idempotency/idempotency.ts';
import type { Idempotency, IdempotencyKeys, KeyedRequest } from '../idempotency/idempotency.ts';
import type { CursorCipher } from './cursor-cipher.ts';
import type { RunWithDatabase } from './request-database.ts';
import type { DownloadSlots } from '../downloads/download-slots.ts';
import { countUpload, requesterKey } from '../rate-limits/rate-limits.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { isLocalRequest } from './is-local-request.ts';
import { parseInput, parseQuery } from './parse-input.ts';
import { requestLocale } from './request-locale.ts';
import type { SegmentRouters } from './segment-routers.ts';
import { sendJson } from './send-json.ts';
import { translateSuccess } from './success.ts';
import { sendDownload } from '../downloads/send-download.ts';
import type { Download } from '../downloads/send-download.ts';
import type { ReceiveForm } from '../uploads/receive-form.ts';
import { withVerifiedResponse, withVerifiedErrors } from './verify-response.ts';
import type { RouteResponse } from './verify-response.ts';
import type { RequestLimiters } from '../request-limiters.ts';

type ViewerOf<Route> = Route extends { auth: 'bearer' } ? Viewer : undefined;

type FilesOf<Route> = Route extends { body: { files: infer Files } }
  ? { [Field in keyof Files]: UploadedFile[] }
  : Record<never, never>;

type IdempotencyOf<Route> = Route extends { takesIdempotencyKey: true } ? Idempotency : undefined;

/** A response with the route's `alternative` status and shape. */
class AlternativeResponse<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** The return value of a handler that responds with the `alternative` of its route. */
export function alternative<Body>(body: Body): AlternativeResponse<Body> {
  return new AlternativeResponse(body);
}

type ResponseOf<Route extends RouteDefinition> =
  | z.output<Route['response']>
  | (Route extends { alternative: { response: infer Other extends z.ZodType } }
      ? AlternativeResponse<z.output<Other>>
      : never);

/** The parts of the HTTP exchange that handlers may use. */
export interface RequestContext {
  userAgent: string | undefined;
  address: string | undefined;
  /** Whether the request comes from this machine without a proxy. */
  isLocal: boolean;
  /** The language of texts for the user. */
  locale: Locale;
  /** The access token as sent; undefined for routes that need none. */
  bearerToken: string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string, options: CookieOptions): void;
  /** Removes the files of this origin from the browser's HTTP cache. */
  clearCache(): void;
}

export interface HandlerInput<Route extends EndpointDefinition> extends RouteInput<Route> {
  viewer: ViewerOf<Route>;
  files: FilesOf<Route>;
  idempotency: IdempotencyOf<Route>;
  context: RequestContext;
}

/** Registers the handler of a contract's route. */
export type BindRoute = <const Route extends RouteDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<ResponseOf<Route>>,
) => void;

/** Registers the handler of a route that responds with a file. */
export type BindDownload = <const Route extends DownloadDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<Download>,
) => void;

export interface BindRouteOptions {
  routerOf: SegmentRouters['routerOf'];
  resolveViewer: ResolveViewer;
  rateLimiter: RateLimiter;
  requestLimiters: RequestLimiters;
  downloadSlots: DownloadSlots;
  receiveForm: ReceiveForm;
  idempotencyKeys: IdempotencyKeys;
  cursorCipher: CursorCipher;
  /** Undefined without read replicas. */
  runWithDatabase: RunWithDatabase | undefined;
  /** Compare each response and error with the contract before it is sent; for development and tests. */
  verifyResponses: boolean;
}

/**
 * Creates `bind` for the routers of an API. A bound route checks authentication (401), rate limits (429) and input
 * (400), in this order, before it calls the handler. `routes` collects all bound routes.
 */
export function createBindRoute(options: BindRouteOptions): {
  bind: BindRoute;
  bindDownload: BindDownload;
  routes: readonly (RouteDefinition | DownloadDefinition)[];
} {
  const routes: (RouteDefinition | DownloadDefinition)[] = [];
  const bind: BindRoute = (route, handler) => {
    routes.push(route);
    options
      .routerOf(route.path)
      [lowerCase(route.method)](toExpressPath(route.path), async (request, response) => {
        const work = runHandler(route, handler, options, request, response);
        const result = options.verifyResponses
          ? await withVerifiedResponse(route, work)
          : await work;
        sendJson(request, response.status(result.status), result.body);
      });
  };
  const bindDownload: BindDownload = (route, handler) => {
    routes.push(route);
    options
      .routerOf(route.path)
      .get(toExpressPath(route.path), (request, response) =>
        runDownloadHandler(route, handler, options, request, response),
      );
  };
  return { bind, bindDownload, routes };
}

async function runHandler<Route extends RouteDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<ResponseOf<Route>>,
  options: BindRouteOptions,
  request: Request,
  response: Response,
): Promise<RouteResponse> {
  const { keyed, ...input } = await readInput(route, request, response, options);
  // The input was parsed with this route's schemas, which the compiler cannot know.
  const handle = (idempotency?: Idempotency) =>
    handler({ ...input, idempotency } as unknown as HandlerInput<Route>);
  const work = () =>
    route.takesIdempotencyKey ? runIdempotently(options.idempotencyKeys, keyed, handle) : handle();
  const { runWithDatabase: runWith, requestLimiters } = options;
  const { viewer } = input;
  const owner = requesterKey(request, viewer);
  const result = await requestLimiters.run({ route, hasFiles: hasFiles(input), owner }, () =>
    runWith === undefined ? work() : runWith({ route, viewer, request, response }, work),
  );
  if (!(result instanceof AlternativeResponse)) {
    const scope = { route, viewer };
    const body = options.cursorCipher.encryptPage(scope, result);
    return { status: route.status, body: translateSuccess(input.context.locale, body) };
  }
  return { status: route.alternative?.status ?? route.status, body: result.body };
}

async function runDownloadHandler<Route extends DownloadDefinition>(
  route: Route,
  handler: (input: HandlerInput<Route>) => Promise<Download>,
  options: BindRouteOptions,
  request: Request,
  response: Response,
): Promise<void> {
  let release: (() => void) | undefined;
  const admit = ({ userId }: Viewer) => {
    release = options.downloadSlots.acquire(userId);
  };
  try {
    const work = readInput(route, request, response, { ...options, admit }).then((input) => {
      const owner = requesterKey(request, input.viewer);
      return options.requestLimiters.run({ route, hasFiles: hasFiles(input), owner }, () =>
        // The input was parsed with this route's schemas, which the compiler cannot know.
        handler(input as unknown as HandlerInput<Route>),
      );
    });
    const download = options.verifyResponses ? await withVerifiedErrors(route, work) : await work;
    await sendDownload(route, download, response);
  } finally {
    release?.();
  }
}

interface ReadInput {
  viewer: Viewer | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
  files: Record<string, UploadedFile[]>;
  context: RequestContext;
  keyed: KeyedRequest | null;
}

function hasFiles({ files }: Pick<ReadInput, 'files'>): boolean {
  return Object.values(files).some((list) => list.length > 0);
}

async function readInput(
  route: EndpointDefinition,
  request: Request,
  response: Response,
  options: BindRouteOptions & { admit?: (viewer: Viewer) => void },
): Promise<ReadInput> {
  const { viewer, bearerToken } = await authenticate(route, { request, response }, options);
  const { fields, files } = await readBody(request, response, route.body, (form) =>
    options.receiveForm(request, response, form, {
      viewer,
      countUpload: () => countUpload(options.rateLimiter, viewer),
    }),
  );
  const query = route.query && parseQuery(route.query, request.query);
  const content = {
    params: route.params && parseInput(route.params, request.params),
    query: options.cursorCipher.decryptQuery({ route, viewer }, query),
    body: route.body && 'schema' in route.body ? parseInput(route.body.schema, fields) : undefined,
    files,
  };
  const keyed =
    route.takesIdempotencyKey && viewer !== undefined
      ? await readKeyedRequest(request, route, viewer, content)
      : null;
  return { ...content, viewer, keyed, context: toContext(request, response, bearerToken) };
}

function toContext(
  request: Request,
  response: Response,
  bearerToken: string | undefined,
): RequestContext {
  return {
    userAgent: request.headers['user-agent']?.slice(0, 300),
    address: request.ip,
    isLocal: isLocalRequest(request),
    locale: requestLocale(request),
    bearerToken,
    setCookie: (name, value, cookie) => void response.cookie(name, value, cookie),
    clearCookie: (name, cookie) => void response.clearCookie(name, cookie),
    // Not `storage`, which would remove the service worker, drafts and settings of the device.
    clearCache: () => void response.set('Clear-Site-Data', '"cache"'),
  };
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function lowerCase<Method extends string>(method: Method): Lowercase<Method> {
  // toLowerCase is typed as any string.
  return method.toLowerCase() as Lowercase<Method>;
}
