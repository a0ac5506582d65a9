import type { ErrorCode } from './error.ts';
import type { EndpointDefinition } from './route.ts';

/** Error codes that every route with a body may respond with. */
const bodyErrors = [
  'validation_failed',
  'malformed_body',
  'payload_too_large',
  'unsupported_media',
] as const satisfies ErrorCode[];

/**
 * Error codes of responses that the server sends before a route receives the request: for a path whose parameter is
 * empty or cannot be decoded, and for a request that arrives too slowly or has too long headers.
 */
export function listTransportErrorCodes({ params }: EndpointDefinition): readonly ErrorCode[] {
  return [
    ...(params ? (['not_found', 'method_not_allowed'] as const) : []),
    'malformed_request',
    'request_timeout',
    'headers_too_large',
  ];
}

/** All error codes that a route may respond with: its own and those that every such route has. */
export function listErrorCodes(route: EndpointDefinition): ReadonlySet<ErrorCode> {
  const takesBody = route.body !== undefined && route.body.kind !== 'none';
  const takesFiles = route.body?.kind === 'form' && Object.keys(route.body.files).length > 0;
  return new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...(route.auth !== 'none' ? (['unauthenticated', 'forbidden'] as const) : []),
    ...(route.takesIdempotencyKey ? (['validation_failed', 'conflict'] as const) : []),
    ...(route.query ? (['validation_failed'] as const) : []),
    ...(takesBody ? bodyErrors : []),
    'rate_limited',
    ...(takesFiles ? (['insufficient_storage'] as const) : []),
    'unavailable',
  ]);
}
