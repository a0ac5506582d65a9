import type { RouteInput, StreamDefinition } from '@skein/contracts/http';
import type { Request, Response } from 'express';
import { UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { authenticate } from '../routes/authenticate.ts';
import type { ResolveViewer } from '../routes/authenticate.ts';
import type { SegmentRouters } from '../routes/segment-routers.ts';
import type { RateLimiter } from '../rate-limits/rate-limits.ts';
import { parseQuery } from '../routes/parse-input.ts';
import { requireSameOrigin } from './same-origin.ts';
import { createEventChannels, writeHead } from './sse.ts';
import type { EventChannel } from './sse.ts';
import { withVerifiedErrors } from '../routes/verify-response.ts';

export interface StreamInput<Stream extends StreamDefinition> {
  viewer: Viewer;
  query: RouteInput<Stream>['query'];
  /** The `Last-Event-ID` request header. */
  lastEventId: string | undefined;
  address: string | undefined;
}

/**
 * Registers the handler of a contract's event stream. Before the handler starts the channel it may
 * throw errors like any other handler. The channel stays open after the handler's promise resolves.
 */
export type BindStream = <const Stream extends StreamDefinition>(
  stream: Stream,
  handler: (input: StreamInput<Stream>, channel: EventChannel) => Promise<void>,
) => void;

interface BindStreamOptions {
  routerOf: SegmentRouters['routerOf'];
  resolveViewer: ResolveViewer;
  rateLimiter: RateLimiter;
  /** The origin under which users reach the instance. */
  publicUrl: URL;
  verifyResponses: boolean;
}

/** Like `createBindRoute`, for contracts that respond with an event stream. */
export function createBindStream(options: BindStreamOptions): {
  bindStream: BindStream;
  streams: readonly StreamDefinition[];
} {
  const streams: StreamDefinition[] = [];
  const channels = createEventChannels();
  const bindStream: BindStream = (stream, handler) => {
    streams.push(stream);
    options.routerOf(stream.path).get(stream.path, async (request, response) => {
      const work = readInput(stream, request, response, options).then(async (input) => {
        // The client has disconnected: a channel opened now would never report that it closed.
        if (response.destroyed) return;
        if (request.method !== 'HEAD') return handler(input, channels.open(response));
        writeHead(response);
        response.end();
      });
      await (options.verifyResponses ? withVerifiedErrors(stream, work) : work);
    });
  };
  return { bindStream, streams };
}

async function readInput<Stream extends StreamDefinition>(
  stream: Stream,
  request: Request,
  response: Response,
  options: BindStreamOptions,
): Promise<StreamInput<Stream>> {
  const { viewer } = await authenticate(stream, { request, response }, options);
  if (viewer === undefined) throw new UnauthenticatedError();
  const query = stream.query && parseQuery(stream.query, request.query);
  requireSameOrigin(request, options.publicUrl);
  return {
    viewer,
    // The query was parsed with this stream's schema, which the compiler cannot know.
    query: query as StreamInput<Stream>['query'],
    lastEventId: request.get('Last-Event-ID'),
    address: request.ip,
  };
}
