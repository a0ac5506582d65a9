import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';

const thresholdBytes = 1024;

const compress = compression({
  threshold: thresholdBytes,
  // Fast levels, because higher ones cost more CPU time than the smaller size saves.
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  filter: (request, response) =>
    !request.originalUrl.startsWith('/api/auth/') &&
    String(response.getHeader('Content-Type')).startsWith('application/json'),
});

/**
 * Compresses JSON responses, but not event streams, which the compressor would delay, and not
 * responses with tokens: the compressed length would reveal information about their content (BREACH).
 */
export const compressResponses: RequestHandler = (request, response, next) => {
  response.vary('Accept-Encoding');
  // Skips the overhead for clients that accept no encoding.
  if (request.headers['accept-encoding'] === undefined) next();
  else compress(request, response, next);
};
