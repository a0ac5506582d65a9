import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../../platform/logger.ts';
import { getRouteTemplate } from './route-template.ts';

const header = 'X-Request-Id';
const acceptedRequestId = /^[\w.-]{8,64}$/;

interface RequestContextOptions {
  logger: Logger;
  /** Accept the request id of a reverse proxy. */
  trustsProxies: boolean;
}

/**
 * Assigns an id to every request (that of a trusted proxy, if it sent one), sends it as
 * `X-Request-Id`, and writes one log line when the request ends.
 */
export function requestContext({ logger, trustsProxies }: RequestContextOptions): RequestHandler {
  // The lines contain no secrets, and redaction takes longer than formatting them.
  const requestLogger = logger.child({}, { redact: [] });
  return (request, response, next) => {
    const startedAt = performance.now();
    const receivedId = trustsProxies ? request.get(header) : undefined;
    response.setHeader(
      header,
      receivedId && acceptedRequestId.test(receivedId) ? receivedId : randomUUID(),
    );
    response.on('close', () => {
      requestLogger.info(describe(request, response, performance.now() - startedAt), 'request');
    });
    next();
  };
}

/** Properties of a request that are set while it is handled and logged when it ends. */
interface RequestLocals {
  userId?: string;
  traceId?: string;
}

/** Adds the viewer to the log line of the request. */
export function setLoggedViewer(response: Response, userId: string): void {
  (response.locals as RequestLocals).userId = userId;
}

/** Adds the trace to the log line of the request, which is written outside of it. */
export function setLoggedTrace(response: Response, traceId: string): void {
  (response.locals as RequestLocals).traceId = traceId;
}

/** The id of the request that belongs to this response. */
export function getRequestId(response: Response): string {
  return response.get(header) ?? '';
}

function describe(request: Request, response: Response, ms: number) {
  const { userId, traceId } = response.locals as RequestLocals;
  return {
    requestId: getRequestId(response),
    ...(traceId !== undefined && { traceId }),
    method: request.method,
    route: getRouteTemplate(request),
    ...(userId !== undefined && { userId }),
    // The client of an aborted request received no complete response, so there is no status.
    ...(response.writableFinished ? { status: response.statusCode } : { isAborted: true }),
    ms: Math.round(ms),
  };
}
