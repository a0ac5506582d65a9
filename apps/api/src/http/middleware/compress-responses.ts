import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

const smallestBytes = 1024;

const compress = compression({
  threshold: smallestBytes,
  // Fast levels: the higher ones cost the server more than they save on the way.
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  filter: (request, response) =>
    !request.originalUrl.startsWith('/api/auth/') &&
    String(response.getHeader('Content-Type')).startsWith('application/json'),
});

/**
 * Lists go out at a fifth of their size to whoever takes them so. Only JSON: a stream of events
 * must not wait in a compressor. Never the answers with a token in them: the length of a compressed
 * answer would tell of its content.
 */
export const compressResponses: RequestHandler = (request, response, next) => {
  response.vary('Accept-Encoding');
  // Programs that take no encoding are spared the machinery.
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};
