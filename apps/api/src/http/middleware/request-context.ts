import type { Request, RequestHandler, Response } from 'express';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { routeTemplateOf } from './route-template.ts';

const header = 'X-Request-Id';
const acceptedRequestId = /^[\w.-]{8,64}$/;

interface RequestContextOptions {
  logger: Logger;
  /** Whether what a proxy in front says may be believed, since there is one. */
  trustsProxies: boolean;
}

/**
 * Gives every request an id (that of the proxy in front, if it sent one), tells it in
 * `X-Request-Id`, and writes one log line when the request has ended.
 */
export function requestContext({ logger, trustsProxies }: RequestContextOptions): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const given = trustsProxies ? request.get(header) : undefined;
    response.setHeader(header, given && acceptedRequestId.test(given) ? given : newId());
    response.once('close', () => {
      logger.info(describe(request, response, performance.now() - startedAt), 'request');
    });
    next();
  };
}

/** What is found out about a request on its way and told in its line of the log. */
interface RequestLocals {
  userId?: string;
}

/** Who made the request that this answers. */
export function noteViewer(response: Response, userId: string): void {
  (response.locals as RequestLocals).userId = userId;
}

/** The id of the request that this answers. */
export function requestIdOf(response: Response): string {
  return response.get(header) ?? '';
}

function describe(request: Request, response: Response, ms: number) {
  const { userId } = response.locals as RequestLocals;
  return {
    requestId: requestIdOf(response),
    method: request.method,
    route: routeTemplateOf(request),
    ...(userId !== undefined && { userId }),
    // Who left early was not answered, whatever the status would have been.
    ...(response.writableFinished ? { status: response.statusCode } : { isCutOff: true }),
    ms: Math.round(ms),
  };
}
