import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { anonymousViewer } from '../../platform/viewer.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { countUpload } from '../middleware/count-request.ts';
import type { RateLimiter, RateLimitStatus } from '../../platform/rate-limits/rate-limits.ts';
import type { CursorScope } from '../routes/cursor-cipher.ts';
import type { Locale } from '../../platform/messages.ts';
import { addRoute, handleRequest, withoutQueue } from '../routes/handle-request.ts';
import type { RequestContent, RequestHandling, RouteRequest } from '../routes/handle-request.ts';
import type { Sender } from '../uploads/receive-form.ts';
import { requestLocale } from '../routes/request-locale.ts';
import { parseInput } from '../routes/parse-input.ts';
import { sendJson } from '../routes/send-json.ts';
import { requireSameOrigin } from '../streams/same-origin.ts';
import { createEventChannels } from '../streams/sse.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import { createSocketChannels } from '../streams/web-socket.ts';
import type { SocketChannel } from '../streams/web-socket.ts';
import { MastodonResponse } from './mastodon-route.ts';
import type { MastodonRoute } from './mastodon-route.ts';
import { renameFields } from './rename-fields.ts';
import { readFields, readQuery, requireStorableText } from './read-fields.ts';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Route, Key extends string> = Route extends Record<Key, infer Part> ? Part : undefined;

export interface MastodonRouteInput<Route extends MastodonRoute> {
  /** For `optional` routes, without a token the anonymous visitor. */
  viewer: Route extends { auth: 'bearer' | 'optional' } ? Viewer : undefined;
  params: Record<string, string>;
  query: OutputOf<PartOf<Route, 'query'>>;
  fields: OutputOf<PartOf<Route, 'fields'>>;
  files: Record<string, UploadedFile[]>;
  idempotency: Idempotency;
  /** The `Authorization` header. */
  authorization: string | undefined;
  /** The path of the request with the query parameters that the route declares, for links to other pages. */
  path: string;
  address: string | undefined;
  /** The language of texts for the user. */
  locale: Locale;
  cursors: Cursors;
}

/** Encrypts the cursors of a list, which may contain hidden positions, for this route and viewer. */
export interface Cursors {
  encrypt(cursor: string): string;
  /** @throws ValidationError */
  decrypt(text: string): string;
}

/** Registers the handler of a route. It returns the body of a 200, or a `MastodonResponse`. */
export type BindMastodon = <const Route extends MastodonRoute>(
  route: Route,
  handler: (input: MastodonRouteInput<Route>) => Promise<object>,
) => void;

/** An event stream of the Mastodon API. */
export type MastodonStreamRoute = Required<Pick<MastodonRoute, 'id' | 'path' | 'scope'>>;

const streamQuery = z.object({
  stream: z.string().max(100).default(''),
  tag: z.string().max(200).default(''),
  list: z.string().max(100).default(''),
});

export type MastodonStreamInput = MastodonRouteInput<
  MastodonRoute & { auth: 'bearer'; query: typeof streamQuery }
>;

/** Registers the handler of an event stream. */
export interface BindMastodonStream {
  events(
    route: MastodonStreamRoute,
    handler: (input: MastodonStreamInput, channel: EventChannel) => Promise<void>,
  ): void;
  /** The handler accepts the connection after its checks, whose errors are ordinary responses. */
  socket(
    route: MastodonStreamRoute,
    handler: (input: MastodonStreamInput, accept: () => Promise<SocketChannel>) => Promise<void>,
  ): void;
}

interface Binders {
  bindMastodon: BindMastodon;
  bindMastodonStream: BindMastodonStream;
  /** All bound routes except streams. */
  routes: readonly MastodonRoute[];
}

/** A comment. Libraries for the Mastodon API fail on blocks without an event, such as one that consists of `retry`. */
const beat = Buffer.from(':thump\n');

/** Creates the functions that connect routes of the Mastodon API and of similar standards with handlers. */
export function createMastodonBinders(handling: RequestHandling, router: Router): Binders {
  const routes: MastodonRoute[] = [];
  const channels = createEventChannels(beat, beat);
  const sockets = createSocketChannels();

  const bindMastodon: BindMastodon = (route, handler) => {
    routes.push(route);
    addRoute(router, route, async (routeRequest) => {
      const result = await run(routeRequest, handling, handler);
      const { body, status, headers } =
        result instanceof MastodonResponse ? result : new MastodonResponse(result);
      const { request, response } = routeRequest;
      sendJson(request, response.status(status).set(headers), body);
    });
  };

  const addStream = (
    policy: MastodonStreamRoute,
    open: (input: MastodonStreamInput, streamRequest: RouteRequest) => Promise<void>,
  ): void => {
    const route = { ...policy, method: 'GET', auth: 'bearer', query: streamQuery } as const;
    addRoute(router, route, async (streamRequest) => {
      const { request, response } = streamRequest;
      request.headers.authorization ??= findToken(request);
      await run(streamRequest, withoutQueue(handling), async (input) => {
        // A client may run on any site, but the session of the web app belongs to its own pages.
        if (input.viewer.app === undefined) requireSameOrigin(request, handling.publicUrl);
        if (!response.destroyed) await open(input, streamRequest);
      });
    });
  };

  const bindMastodonStream: BindMastodonStream = {
    events: (route, handler) =>
      addStream(route, (input, { response }) => handler(input, channels.open(response))),
    socket: (route, handler) =>
      addStream(route, (input, { request, response }) =>
        handler(input, () => sockets.accept(request, response)),
      ),
  };

  return { bindMastodon, bindMastodonStream, routes };
}

function run<Route extends MastodonRoute, Result>(
  routeRequest: RouteRequest<Route>,
  handling: RequestHandling,
  handler: (input: MastodonRouteInput<Route>) => Promise<Result>,
): Promise<Result> {
  const { route, request, response } = routeRequest;
  const rateLimiter = withHeaders(handling.rateLimiter, response);
  return handleRequest(
    routeRequest,
    { ...handling, rateLimiter },
    {
      readContent: (viewer, handled) => readContent(routeRequest, { viewer, handled }, handling),
      async handle({ body, ...handled }) {
        const input = {
          ...handled,
          viewer: handled.viewer ?? (route.auth === 'optional' ? anonymousViewer : undefined),
          fields: body,
          authorization: request.headers.authorization,
          path: toPagePath(route, request),
          address: request.ip,
          locale: requestLocale(request),
          cursors: createCursors(handling, { route, viewer: handled.viewer }),
        };
        // The input was parsed with this route's schemas, which the compiler cannot know.
        const parsed = input as unknown as MastodonRouteInput<Route>;
        return handler(parsed).catch((error: unknown) => {
          throw renameFields(error, route.fieldNames ?? {});
        });
      },
    },
  );
}

async function readContent(
  { route, request, response }: RouteRequest<MastodonRoute>,
  { viewer, handled }: Pick<Sender, 'viewer' | 'handled'>,
  { receiveForm, rateLimiter }: RequestHandling,
): Promise<RequestContent> {
  const { params } = request;
  const hasForm = request.is('multipart/form-data') !== false;
  const { fields, files } =
    route.files !== undefined && hasForm
      ? await receiveForm(request, response, route.files, {
          viewer,
          handled,
          countUpload: () => countUpload(rateLimiter, viewer),
          nestingDepth: 3,
        })
      : { fields: route.fields && (await readFields(request, response)), files: {} };
  const query = readQuery(request.query);
  requireStorableText([params, query, fields]);
  return {
    params,
    query: route.query && parseInput(route.query, query),
    body: route.fields && parseInput(route.fields, fields),
    files,
  };
}

/** Omits unknown parameters: with them, a `Link` header may become longer than clients accept. */
function toPagePath(route: MastodonRoute, { originalUrl }: Request): string {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  const names = new Set(Object.keys(route.query?.shape ?? {}));
  const parameters = [...new URLSearchParams(query)].filter(([name]) =>
    names.has(name.replace(/\[\]$/, '')),
  );
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

function createCursors({ cursorCipher }: RequestHandling, scope: CursorScope): Cursors {
  return {
    encrypt: (cursor) => cursorCipher.encryptPage(scope, { nextCursor: cursor }).nextCursor,
    decrypt: (cursor) => cursorCipher.decryptQuery(scope, { cursor }).cursor,
  };
}

/** Sets the rate limit headers that clients know from Mastodon, besides those of Skein. */
function withHeaders(rateLimiter: RateLimiter, response: Response): RateLimiter {
  return {
    async consume(name, key, points) {
      const consumption = await rateLimiter.consume(name, key, points);
      const { status } = consumption;
      if (status !== null) response.set(toMastodonHeaders(status));
      return consumption;
    },
  };
}

function toMastodonHeaders({ max, remaining, resetSeconds }: RateLimitStatus) {
  return {
    'X-RateLimit-Limit': String(max),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': new Date(Date.now() + resetSeconds * 1000).toISOString(),
  };
}

/** Browsers can send no header with an EventSource or WebSocket, so clients use one of these. */
function findToken({ query, headers }: Request): string | undefined {
  const { access_token: parameter } = query;
  const token =
    typeof parameter === 'string' ? parameter : headers['sec-websocket-protocol']?.split(',', 1)[0];
  return token === undefined ? undefined : `Bearer ${token.trim()}`;
}
