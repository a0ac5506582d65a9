import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { newId } from '../../platform/ids.ts';
import { readKeyedRequest, runIdempotently } from '../idempotency/idempotency.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import { countUpload, requesterKey } from '../rate-limits/rate-limits.ts';
import type { RateLimiter, RateLimitStatus } from '../rate-limits/rate-limits.ts';
import { authenticate } from '../routes/authenticate.ts';
import type { BindRouteOptions } from '../routes/bind-route.ts';
import type { CursorScope } from '../routes/cursor-cipher.ts';
import type { Locale } from '../../platform/messages.ts';
import { requestLocale } from '../routes/request-locale.ts';
import { parseInput } from '../routes/parse-input.ts';
import { sendJson } from '../routes/send-json.ts';
import { MastodonResponse } from './mastodon-route.ts';
import type { MastodonRoute } from './mastodon-route.ts';
import { readFields, readQuery, requireStorableText } from './read-fields.ts';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Route, Key extends string> = Route extends Record<Key, infer Part> ? Part : undefined;

export interface MastodonRouteInput<Route extends MastodonRoute> {
  viewer: Route extends { auth: 'bearer' } ? Viewer : undefined;
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

/** Registers the handler of a route. It returns the body of a 200, or an `MastodonResponse`. */
export type BindMastodon = <const Route extends MastodonRoute>(
  route: Route,
  handler: (input: MastodonRouteInput<Route>) => Promise<object>,
) => void;

type Options = Omit<BindRouteOptions, 'routerOf' | 'downloadSlots' | 'verifyResponses'> & {
  router: Router;
};

/** Like `createBindRoute`, for routes of third-party apps. `routes` collects all bound routes. */
export function createBindMastodon(options: Options): {
  bindMastodon: BindMastodon;
  routes: readonly MastodonRoute[];
} {
  const routes: MastodonRoute[] = [];
  const bindMastodon: BindMastodon = (route, handler) => {
    routes.push(route);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    options.router[lowerCase(route.method)](path, async (request, response) => {
      const result = await run(route, handler, options, request, response);
      const { body, status, headers } =
        result instanceof MastodonResponse ? result : new MastodonResponse(result);
      sendJson(request, response.status(status).set(headers), body);
    });
  };
  return { bindMastodon, routes };
}

async function run<Route extends MastodonRoute>(
  route: Route,
  handler: (input: MastodonRouteInput<Route>) => Promise<object>,
  options: Options,
  request: Request,
  response: Response,
): Promise<object> {
  const rateLimiter = withHeaders(options.rateLimiter, response);
  const { viewer } = await authenticate(route, { request, response }, { ...options, rateLimiter });
  const { fields, files } = await readBody(route, viewer, options, request, response);
  const params = request.params as Record<string, string>;
  const query = readQuery(request.query);
  requireStorableText([params, query, fields]);
  const content = {
    params,
    query: route.query && parseInput(route.query, query),
    body: route.fields && parseInput(route.fields, fields),
    files,
  };
  const keyed =
    route.takesIdempotencyKey && viewer !== undefined
      ? await readKeyedRequest(request, route, viewer, content)
      : null;
  const { body, ...rest } = content;
  const input = {
    ...rest,
    fields: body,
    viewer,
    authorization: request.headers.authorization,
    path: toPagePath(route, request),
    address: request.ip,
    locale: requestLocale(request),
    cursors: createCursors(options, { route, viewer }),
  };
  // The input was parsed with this route's schemas, which the compiler cannot know.
  const handle = (idempotency: Idempotency) =>
    handler({ ...input, idempotency } as unknown as MastodonRouteInput<Route>);
  const work = () =>
    route.takesIdempotencyKey
      ? runIdempotently(options.idempotencyKeys, keyed, handle)
      : handle({ id: newId(), attempt: 'first' });
  const hasFiles = Object.values(files).some((list) => list.length > 0);
  const { runWithDatabase: runWith } = options;
  const owner = requesterKey(request, viewer);
  return options.requestLimiters.run({ route, hasFiles, owner }, () =>
    runWith === undefined ? work() : runWith({ route, viewer, request, response }, work),
  );
}

async function readBody(
  route: MastodonRoute,
  viewer: Viewer | undefined,
  options: Options,
  request: Request,
  response: Response,
): Promise<{ fields: unknown; files: Record<string, UploadedFile[]> }> {
  if (route.files !== undefined && request.is('multipart/form-data') !== false) {
    return options.receiveForm(request, response, route.files, {
      viewer,
      countUpload: () => countUpload(options.rateLimiter, viewer),
      nestingDepth: 3,
    });
  }
  const fields = route.fields === undefined ? {} : await readFields(request, response);
  return { fields, files: {} };
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

function createCursors({ cursorCipher }: Options, scope: CursorScope): Cursors {
  return {
    encrypt: (cursor) => cursorCipher.encryptPage(scope, { nextCursor: cursor }).nextCursor,
    decrypt: (cursor) => cursorCipher.decryptQuery(scope, { cursor }).cursor,
  };
}

/** Also sets the rate limit headers that apps know from Mastodon. */
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

function lowerCase<Method extends string>(method: Method): Lowercase<Method> {
  // toLowerCase is typed as any string.
  return method.toLowerCase() as Lowercase<Method>;
}
