import type {
  DownloadDefinition,
  EndpointDefinition,
  RouteDefinition,
  RouteInput,
  StreamDefinition,
} from '@skein/contracts/http';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { DownloadSlots } from '../downloads/download-slots.ts';
import { sendDownload } from '../downloads/send-download.ts';
import type { Download } from '../../platform/download.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { countUpload } from '../middleware/count-request.ts';
import { requireSameOrigin } from '../streams/same-origin.ts';
import { createEventChannels, writeHead } from '../streams/sse.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import { addRoute, handleRequest, withoutQueue } from './handle-request.ts';
import type { RequestContent, RequestHandling, RouteRequest } from './handle-request.ts';
import type { Sender } from '../uploads/receive-form.ts';
import { isLocalRequest } from './is-local-request.ts';
import { parseInput, parseQuery } from './parse-input.ts';
import { readBody } from './read-body.ts';
import { requestLocale } from './request-locale.ts';
import type { SegmentRouters } from './segment-routers.ts';
import { sendJson } from './send-json.ts';
import { AlternativeResponse, renderSuccess } from '../../platform/results.ts';
import type { Unrendered } from '../../platform/results.ts';
import type { RequestContext } from '../../platform/request-context.ts';
import { withVerifiedErrors, withVerifiedResponse } from './verify-response.ts';
import type { RouteResponse } from './verify-response.ts';

type ViewerOf<Route> = Route extends { auth: 'bearer' } ? Viewer : undefined;

type FilesOf<Route> = Route extends { body: { files: infer Files } }
  ? { [Field in keyof Files]: UploadedFile[] }
  : Record<never, never>;

type IdempotencyOf<Route> = Route extends { takesIdempotencyKey: true } ? Idempotency : unknown;

type ResponseOf<Route extends RouteDefinition> =
  | Unrendered<z.output<Route['response']>>
  | (Route extends { alternative: { response: infer Other extends z.ZodType } }
      ? AlternativeResponse<Unrendered<z.output<Other>>>
      : never);

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

export interface StreamInput<Stream extends StreamDefinition> extends HandlerInput<Stream> {
  /** The `Last-Event-ID` request header. */
  lastEventId: string | undefined;
}

/**
 * Registers the handler of a contract's event stream. Before the handler starts the channel it may
 * throw errors like any other handler. The channel stays open after the handler's promise resolves.
 */
export type BindStream = <const Stream extends StreamDefinition>(
  stream: Stream,
  handler: (input: StreamInput<Stream>, channel: EventChannel) => Promise<void>,
) => void;

interface BindOptions extends RequestHandling {
  getRouter: SegmentRouters['getRouter'];
  downloadSlots: DownloadSlots;
  /** Compare each response and error with the contract before it is sent; for development and tests. */
  verifyResponses: boolean;
}

interface Binders {
  bind: BindRoute;
  bindDownload: BindDownload;
  bindStream: BindStream;
  /** All bound routes. */
  routes: readonly (RouteDefinition | DownloadDefinition | StreamDefinition)[];
}

/** Creates the functions that connect contracts with handlers. Each encodes one kind of response. */
export function createBinders(options: BindOptions): Binders {
  const { downloadSlots, getRouter, verifyResponses } = options;
  const routes: (RouteDefinition | DownloadDefinition | StreamDefinition)[] = [];
  const channels = createEventChannels();

  const bind: BindRoute = (route, handler) => {
    routes.push(route);
    addRoute(getRouter(route.path), route, async (routeRequest) => {
      const work = run(routeRequest, options, async (input) =>
        toRouteResponse(route, input, await handler(input), options),
      );
      const { status, body } = verifyResponses
        ? await withVerifiedResponse(route, work)
        : await work;
      sendJson(routeRequest.request, routeRequest.response.status(status), body);
    });
  };

  const bindDownload: BindDownload = (route, handler) => {
    routes.push(route);
    addRoute(getRouter(route.path), route, async (routeRequest) => {
      let release: (() => void) | undefined;
      const admit = ({ userId }: Viewer) => {
        release = downloadSlots.acquire(userId);
      };
      try {
        const work = run(routeRequest, { ...options, admit }, handler);
        const download = verifyResponses ? await withVerifiedErrors(route, work) : await work;
        await sendDownload(route, download, routeRequest.response);
      } finally {
        release?.();
      }
    });
  };

  const bindStream: BindStream = (stream, handler) => {
    routes.push(stream);
    addRoute(getRouter(stream.path), stream, async (routeRequest) => {
      const { request, response } = routeRequest;
      const work = run(routeRequest, withoutQueue(options), async (input) => {
        requireSameOrigin(request, options.publicUrl);
        // The client has disconnected: a channel opened now would never report that it closed.
        if (response.destroyed) return;
        if (request.method === 'HEAD') {
          writeHead(response);
          response.end();
          return;
        }
        const lastEventId = request.get('Last-Event-ID');
        await handler({ ...input, lastEventId }, channels.open(response));
      });
      await (verifyResponses ? withVerifiedErrors(stream, work) : work);
    });
  };

  return { bind, bindDownload, bindStream, routes };
}

function run<Route extends EndpointDefinition, Result>(
  routeRequest: RouteRequest<Route>,
  handling: RequestHandling,
  handler: (input: HandlerInput<Route>) => Promise<Result>,
): Promise<Result> {
  return handleRequest(routeRequest, handling, {
    readContent: (viewer, handled) => readContent(routeRequest, { viewer, handled }, handling),
    handle: ({ bearerToken, ...input }) => {
      const context = toContext(routeRequest, bearerToken);
      // The input was parsed with this route's schemas, which the compiler cannot know.
      return handler({ ...input, context } as unknown as HandlerInput<Route>);
    },
  });
}

function toRouteResponse<Route extends RouteDefinition>(
  route: Route,
  { viewer, context }: HandlerInput<Route>,
  result: ResponseOf<Route>,
  { cursorCipher }: RequestHandling,
): RouteResponse {
  if (result instanceof AlternativeResponse) {
    const body = renderSuccess(context.locale, result.body);
    return { status: route.alternative?.status ?? route.status, body };
  }
  const body = cursorCipher.encryptPage({ route, viewer }, result);
  return { status: route.status, body: renderSuccess(context.locale, body) };
}

async function readContent(
  { route, request, response }: RouteRequest<EndpointDefinition>,
  { viewer, handled }: Pick<Sender, 'viewer' | 'handled'>,
  { receiveForm, rateLimiter, cursorCipher }: RequestHandling,
): Promise<RequestContent> {
  const { fields, files } = await readBody(request, response, route.body, (form) =>
    receiveForm(request, response, form, {
      viewer,
      handled,
      countUpload: () => countUpload(rateLimiter, viewer),
    }),
  );
  const query = route.query && parseQuery(route.query, request.query);
  return {
    params: route.params && parseInput(route.params, request.params),
    query: cursorCipher.decryptQuery({ route, viewer }, query),
    body: route.body && 'schema' in route.body ? parseInput(route.body.schema, fields) : undefined,
    files,
  };
}

function toContext(
  { request, response }: { request: Request; response: Response },
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
    // The value `storage` would remove the service worker, drafts and settings of the device.
    clearCache: () => void response.set('Clear-Site-Data', '"cache"'),
  };
}
