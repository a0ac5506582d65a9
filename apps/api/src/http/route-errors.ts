import type { ErrorCode, EndpointDefinition } from '@skein/contracts/http';
import { limitOf } from './limits.ts';

/** What any body can be refused with, whatever its route makes of it. */
const bodyErrors = [
  'validation_failed',
  'malformed_body',
  'payload_too_large',
  'unsupported_media',
] as const satisfies ErrorCode[];

/** Every code that the route may refuse with: its own and those that follow from its kind. */
export function listErrorCodes(route: EndpointDefinition): ReadonlySet<ErrorCode> {
  const takesBody = route.body !== undefined && route.body.kind !== 'none';
  return new Set<ErrorCode>([
    ...(route.errors ?? []),
    ...(route.auth === 'bearer' ? (['unauthenticated'] as const) : []),
    ...(route.isIdempotent ? (['validation_failed', 'conflict'] as const) : []),
    ...(route.query ? (['validation_failed'] as const) : []),
    ...(takesBody ? bodyErrors : []),
    ...(limitOf(route) === null ? [] : (['rate_limited'] as const)),
    'unavailable',
  ]);
}
