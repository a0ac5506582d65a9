import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { encodeJson } from './encode-json.ts';

/** Smaller bodies fit into one network packet anyway. */
const compressedFromBytes = 1400;

// The fastest level and window of each: others cost more CPU time than the smaller body saves. A call
// takes less than a millisecond, because responses have at most 100 items: handing it to another thread
// would cost more.
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const gzip = { level: constants.Z_BEST_SPEED };

/** In order of preference. */
const compressors = {
  br: (body: Buffer) => brotliCompressSync(body, brotli),
  gzip: (body: Buffer) => gzipSync(body, gzip),
};

/**
 * Sends a value as JSON, or as a type based on it that the headers name, compressed if the client accepts it.
 * Responses with tokens are not compressed: the compressed length would reveal information about their
 * content (BREACH).
 */
export function sendJson(request: Request, response: Response, value: unknown): void {
  let body = encodeJson(value);
  if (!response.hasHeader('Content-Type')) {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
  }
  if (!request.originalUrl.startsWith('/api/auth/')) {
    response.vary('Accept-Encoding');
    const encoding = body.length < compressedFromBytes ? undefined : acceptedEncoding(request);
    if (encoding !== undefined) {
      response.setHeader('Content-Encoding', encoding);
      body = compressors[encoding](body);
    }
  }
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function acceptedEncoding(request: Request): keyof typeof compressors | undefined {
  const accepted = request.headers['accept-encoding'];
  if (accepted === undefined) return undefined;
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) !== false);
}
