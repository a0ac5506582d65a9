import type { ErrorBody } from '../generated/index.ts';

/**
 * An error response of the server. `code` is for programs and `message` for users. If the response is not from
 * Skein but, for example, from a proxy, `code` is `unknown`.
 */
export class SkeinError extends Error {
  override readonly name = 'SkeinError';
  /** The HTTP status. */
  readonly status: number;
  readonly code: ErrorBody['code'] | 'unknown';
  /** The invalid fields, if any. */
  readonly errors: NonNullable<ErrorBody['errors']>;
  /** Id of the request, also in the log of the server. */
  readonly requestId: string | null;
  /** How long to wait before the request is sent again, if the server says so. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const error = isErrorBody(body) ? body : null;
    super(error?.message ?? `The server responded with status ${response.status}.`);
    this.status = response.status;
    this.code = error?.code ?? 'unknown';
    this.errors = error?.errors ?? [];
    this.requestId = error?.requestId ?? null;
    const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : null;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body;
}
