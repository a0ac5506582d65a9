import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import { newId } from '../shared/ids.ts';
import type { Logger } from '../shared/logger.ts';

const acceptedRequestId = /^[\w.-]{8,64}$/;

/**
 * Gives every request an id (that of a proxy in front, if it sent one), tells it in
 * `X-Request-Id`, and writes one log line when the answer is out.
 */
export function requestContext(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (request, response) => {
      const given = request.headers['x-request-id'];
      const id = typeof given === 'string' && acceptedRequestId.test(given) ? given : newId();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    customLogLevel: (_request, response, error) => {
      if (error !== undefined || response.statusCode >= 500) return 'error';
      return response.statusCode >= 400 ? 'info' : 'debug';
    },
    serializers: {
      // The query may hold what a person searched for or a token: only the path is logged.
      req: (request: { id: string; method: string; url: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
      res: (response: { statusCode: number }) => ({ status: response.statusCode }),
    },
  });
}
