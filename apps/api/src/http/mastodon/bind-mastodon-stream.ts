import type { Scope } from '@skein/contracts/scopes';
import type { Request, Response, Router } from 'express';
import { z } from 'zod';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { authenticate } from '../routes/authenticate.ts';
import type { ResolveViewer } from '../routes/authenticate.ts';
import { parseInput } from '../routes/parse-input.ts';
import { requireSameOrigin } from '../streams/same-origin.ts';
import { createEventChannels } from '../streams/sse.ts';
import type { EventChannel } from '../streams/sse.ts';
import { createSocketChannels } from '../streams/web-socket.ts';
import type { SocketChannel } from '../streams/web-socket.ts';
import { readQuery } from './read-fields.ts';

/** An event stream of a standard that third-party apps implement. */
export interface MastodonStreamRoute {
  id: string;
  /** Below the router. */
  path: string;
  scope: Scope;
}

const streamQuery = z.object({
  stream: z.string().max(100).default(''),
  tag: z.string().max(200).default(''),
  list: z.string().max(100).default(''),
});

export interface MastodonStreamInput {
  viewer: Viewer;
  query: z.output<typeof streamQuery>;
  address: string | undefined;
}

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

interface Options {
  router: Router;
  resolveViewer: ResolveViewer;
  rateLimiter: RateLimiter;
  publicUrl: URL;
}

/** A comment. Libraries for the Mastodon API fail on an event that consists only of `retry`. */
const beat = Buffer.from(':thump\n');

/** Registers the event streams of third-party apps. */
export function createBindMastodonStream(options: Options): BindMastodonStream {
  const channels = createEventChannels(beat, beat);
  const sockets = createSocketChannels();
  return {
    events(route, handler) {
      options.router.get(route.path, async (request, response) => {
        const input = await readInput(route, request, response, options);
        if (!response.destroyed) await handler(input, channels.open(response));
      });
    },
    socket(route, handler) {
      options.router.get(route.path, async (request, response) => {
        const input = await readInput(route, request, response, options);
        if (!response.destroyed) await handler(input, () => sockets.accept(request, response));
      });
    },
  };
}

async function readInput(
  route: MastodonStreamRoute,
  request: Request,
  response: Response,
  options: Options,
): Promise<MastodonStreamInput> {
  request.headers.authorization ??= findToken(request);
  const endpoint = {
    ...route,
    method: 'GET',
    auth: 'bearer',
    tag: 'Apps',
    summary: route.id,
    status: 200,
  } as const;
  const { viewer } = await authenticate(endpoint, { request, response }, options);
  if (viewer === undefined) throw new UnauthenticatedError();
  // An app may run on any site, but the session of the web app belongs to its own pages.
  if (viewer.app === undefined) requireSameOrigin(request, options.publicUrl);
  return {
    viewer,
    query: parseInput(streamQuery, readQuery(request.query)),
    address: request.ip,
  };
}

/** Browsers can send no header with an EventSource or WebSocket, so apps use one of these. */
function findToken({ query, headers }: Request): string | undefined {
  const { access_token: parameter } = query;
  const token =
    typeof parameter === 'string' ? parameter : headers['sec-websocket-protocol']?.split(',', 1)[0];
  return token === undefined ? undefined : `Bearer ${token.trim()}`;
}
