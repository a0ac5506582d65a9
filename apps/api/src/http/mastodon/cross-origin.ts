import type { RequestHandler } from 'express';

const headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'Link, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, WWW-Authenticate',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
  'Access-Control-Max-Age': '86400',
};

/**
 * Lets clients in browsers use the routes from any site. These routes authenticate only with a header,
 * which other sites do not have; browsers send no cookies with `*`.
 */
export const allowOtherOrigins: RequestHandler = (request, response, next) => {
  response.set(headers);
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.set(preflightHeaders).status(204).end();
};
