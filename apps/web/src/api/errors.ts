import type { ErrorBody, ErrorCode, FieldError } from '@skein/contracts/http';

/** An error response. `message` is the server's message to the user, or ''. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** `unknown` if the response is not from Skein, but for example from a proxy. */
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

/** No response: the browser is offline, the server unreachable, or the connection was lost. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Parses an error response; null if it does not have Skein's format. */
export function parseErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const isErrorBody = 'code' in body && 'message' in body && typeof body.message === 'string';
  // The server validates its responses against the contract. A proxy's responses differ.
  return isErrorBody ? (body as ErrorBody) : null;
}
