import { errorStatuses } from '@skein/contracts/constants';
import type { ErrorCode } from '@skein/contracts/constants';
import { sourceLocale, withValues } from '@skein/messages';
import { renderMessage } from './messages.ts';
import type { PlainKey, ResponseMessage } from './messages.ts';

/** An invalid part of the input. */
export interface InvalidField {
  /** Position in the input, such as `altText.0`; empty for the whole request. */
  path: string;
  message: ResponseMessage;
}

interface AppErrorOptions {
  /** One entry per invalid field. */
  fieldErrors?: readonly InvalidField[];
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Additional response headers, such as `Allow`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/**
 * An error that is sent to the client, who sees `userMessage` in the language of the request. `message` is
 * the English text, for logs, the command line and clients of the Mastodon API.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly userMessage: ResponseMessage;
  readonly fieldErrors: readonly InvalidField[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, userMessage: ResponseMessage, options: AppErrorOptions = {}) {
    super(renderMessage(sourceLocale, userMessage), { cause: options.cause });
    this.name = new.target.name;
    this.userMessage = userMessage;
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
  constructor(fieldErrors: readonly InvalidField[]) {
    super('validation_failed', fieldErrors[0]?.message ?? 'error.requestInvalid', { fieldErrors });
  }
}

export class UnauthenticatedError extends AppError {
  constructor(
    message: ResponseMessage = 'error.signInRequired',
    options: Pick<AppErrorOptions, 'headers'> = {},
  ) {
    super('unauthenticated', message, options);
  }
}

/** Missing or not visible to the viewer. Both cases must have identical responses. */
export class NotFoundError extends AppError {
  constructor(message: ResponseMessage) {
    super('not_found', message);
  }
}

/** Visible to the viewer, but not permitted. */
export class ForbiddenError extends AppError {
  constructor(message: ResponseMessage) {
    super('forbidden', message);
  }
}

export class ConflictError extends AppError {
  constructor(code: 'conflict' | 'email_taken' | 'username_taken', message: ResponseMessage) {
    super(code, message);
  }
}

export class PayloadTooLargeError extends AppError {
  constructor(message: ResponseMessage) {
    super('payload_too_large', message);
  }
}

export class UnsupportedMediaError extends AppError {
  constructor(message: ResponseMessage) {
    super('unsupported_media', message);
  }
}

/** A known path with an unsupported method. */
export class MethodNotAllowedError extends AppError {
  /** @param allowed the supported methods */
  constructor(method: string, allowed: readonly string[]) {
    super('method_not_allowed', withValues('error.methodNotAllowed', { method }), {
      headers: { Allow: allowed.join(', ') },
    });
  }
}

export class RateLimitedError extends AppError {
  /** @param options.message replaces the default message, which contains the waiting time */
  constructor(options: {
    retryAfterSeconds: number;
    headers?: Readonly<Record<string, string>>;
    message?: ResponseMessage;
  }) {
    super('rate_limited', options.message ?? describeWait(options.retryAfterSeconds), options);
  }
}

/** Replaces the default message by the reason and the waiting time. */
export function explainRateLimit(
  { headers }: RateLimitedError,
  reason: PlainKey,
): RateLimitedError {
  const retryAfterSeconds = Number(headers['Retry-After'] ?? 1);
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message =
    minutes > 90
      ? withValues('error.protectionHours', {
          label: reason,
          count: Math.ceil(retryAfterSeconds / 3600),
        })
      : withValues('error.protectionMinutes', { label: reason, count: minutes });
  return new RateLimitedError({ retryAfterSeconds, headers, message });
}

function describeWait(seconds: number): ResponseMessage {
  if (seconds > 90 * 60) {
    return withValues('error.tooOftenHours', { count: Math.ceil(seconds / 3600) });
  }
  if (seconds > 90) return withValues('error.tooOftenMinutes', { count: Math.ceil(seconds / 60) });
  return withValues('error.tooOftenSeconds', { count: seconds });
}

export class UnavailableError extends AppError {
  constructor(
    message: ResponseMessage,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super('unavailable', message, { retryAfterSeconds: 5, ...options });
  }
}

/** The disk or the instance's media quota is full. Requests without files still work. */
export class InsufficientStorageError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    super('insufficient_storage', 'error.noStorage', { retryAfterSeconds: 60, ...options });
  }
}
