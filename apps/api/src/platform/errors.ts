import { errorStatuses } from '@skein/contracts/http';
import type { ErrorCode, FieldError } from '@skein/contracts/http';

interface AppErrorOptions {
  /** One entry per invalid field. */
  fieldErrors?: readonly FieldError[];
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Additional response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error that is sent to the client. `message` is shown to the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fieldErrors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.status = errorStatuses[code];
    this.fieldErrors = options.fieldErrors;
    this.headers = {
      ...options.headers,
      ...(options.retryAfterSeconds !== undefined && {
        'Retry-After': String(options.retryAfterSeconds),
      }),
    };
  }
}

/** Well-formed input that breaks a rule. The message is that of the first field error. */
export class ValidationError extends AppError {
  constructor(fieldErrors: readonly FieldError[]) {
    super('validation_failed', fieldErrors[0]?.message ?? "The request isn't valid.", {
      fieldErrors,
    });
  }
}

export class UnauthenticatedError extends AppError {
  constructor(message = 'Please sign in.', options: Pick<AppErrorOptions, 'headers'> = {}) {
    super('unauthenticated', message, options);
  }
}

/** Missing or not visible to the viewer. Both cases must have identical responses. */
export class NotFoundError extends AppError {
  constructor(message: string) {
    super('not_found', message);
  }
}

/** Visible to the viewer, but not permitted. */
export class ForbiddenError extends AppError {
  constructor(message: string) {
    super('forbidden', message);
  }
}

export class ConflictError extends AppError {
  constructor(code: 'conflict' | 'email_taken' | 'username_taken', message: string) {
    super(code, message);
  }
}

export class PayloadTooLargeError extends AppError {
  constructor(message: string) {
    super('payload_too_large', message);
  }
}

export class UnsupportedMediaError extends AppError {
  constructor(message: string) {
    super('unsupported_media', message);
  }
}

/** A known path with an unsupported method. */
export class MethodNotAllowedError extends AppError {
  /** @param allowed the supported methods */
  constructor(method: string, allowed: readonly string[]) {
    super('method_not_allowed', `${method} isn't allowed here.`, {
      headers: { Allow: allowed.join(', ') },
    });
  }
}

export class RateLimitedError extends AppError {
  /** @param options.message replaces the default message, which contains the waiting time */
  constructor(options: {
    retryAfterSeconds: number;
    headers?: Readonly<Record<string, string>>;
    message?: string;
  }) {
    const { retryAfterSeconds: seconds, message } = options;
    super(
      'rate_limited',
      message ?? `Too many requests. Please try again in ${describeWait(seconds)}.`,
      options,
    );
  }
}

/** Replaces the default message by the reason and the waiting time. */
export function explainRateLimit({ headers }: RateLimitedError, reason: string): RateLimitedError {
  const retryAfterSeconds = Number(headers['Retry-After'] ?? 1);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const hours = Math.ceil(retryAfterSeconds / 3600);
  const wait =
    minutes > 90 ? `${hours} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  const message = `${reason} Please try again in ${wait}.`;
  return new RateLimitedError({ retryAfterSeconds, headers, message });
}

function describeWait(seconds: number): string {
  if (seconds > 90 * 60) return `${Math.ceil(seconds / 3600)} hours`;
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

export class UnavailableError extends AppError {
  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super('unavailable', message, { retryAfterSeconds: 5, ...options });
  }
}

/** The disk or the instance's media quota is full. Requests without files still work. */
export class InsufficientStorageError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    const message = 'The server is out of storage space. You can still post without files.';
    super('insufficient_storage', message, { retryAfterSeconds: 60, ...options });
  }
}
