import type { ErrorCode } from './error.ts';
import type { EndpointDefinition } from './route.ts';

/** Error codes that every route with a body may respond with. */
const bodyErrors = [
  'validation_failed',
  'malformed_body',
  'payload_too_large',
  'unsupported_media',
] as const satisfies ErrorCode[];

/** All error codes that a route may respond with: its own and those that every such route has. */
export function listErrorCodes(route: EndpointDefinition): ReadonlySet<ErrorCode> {
  const takesBody = route.body !== undefined && route.body.kind !== 'none';
  const takesFiles = route.body?.kind === 'form' && Object.keys(route.body.files).length > 0;
  return new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...(route.auth === 'bearer' ? (['unauthenticated', 'forbidden'] as const) : []),
    ...(route.takesIdempotencyKey ? (['validation_failed', 'conflict'] as const) : []),
    ...(route.query ? (['validation_failed'] as const) : []),
    ...(takesBody ? bodyErrors : []),
    'rate_limited',
    ...(takesFiles ? (['insufficient_storage'] as const) : []),
    'unavailable',
  ]);
}
