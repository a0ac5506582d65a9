import type { ErrorBody, ErrorCode, FieldError } from '@skein/contracts/http';

/** The API refused. `message` is the server's sentence for a person, or '' if it gave none. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `unknown` when something other than our server answered, such as a proxy. */
  readonly code: ErrorCode | 'unknown';
  readonly fieldErrors: readonly FieldError[];
  readonly requestId: string | null;

  constructor(status: number, body: ErrorBody | null) {
    super(body?.message ?? '');
    this.status = status;
    this.code = body?.code ?? 'unknown';
    this.fieldErrors = body?.errors ?? [];
    this.requestId = body?.requestId ?? null;
  }
}

/** No answer came: offline, unreachable, or cut off in between. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Reads an error answer; null if it is not in our shape. */
export function parseErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const isOurs = 'code' in body && 'message' in body && typeof body.message === 'string';
  // The server checks its own answers against the contract; what a proxy says has no such shape.
  return isOurs ? (body as ErrorBody) : null;
}
