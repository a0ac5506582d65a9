const causesMax = 5;

/** An error as it is logged. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/** Personal data and credentials that libraries may include in error messages. */
const redactions: readonly (readonly [RegExp, string])[] = [
  // User and password of a URL such as `postgres://user:password@host`.
  [/\/\/[^\s/@]+@/g, '//'],
  // Email addresses. Packages such as `pg@8.1.0` in paths have no letter after the at sign.
  // The lookbehind keeps the search linear: it starts once per word.
  [
    /(?<![^\s<>"'`(),;:/\\])[^\s<>"'`(),;:/\\]+@[\p{L}\p{N}.-]*\p{L}[\p{L}\p{N}.-]*/gu,
    '[redacted]',
  ],
  // Access tokens, and the token parameter of a link.
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[redacted]'],
  [/\btoken=[^\s&"'`]+/gi, 'token=[redacted]'],
  // PostgreSQL quotes rejected values after a colon, but names of columns and constraints without one.
  [/: "[^]*"/g, ': [redacted]'],
];

/**
 * Converts an error and its causes to a few known properties. Other properties may contain anything,
 * such as a database client with its credentials or a statement with user data. Email addresses,
 * tokens and rejected values are redacted.
 */
export function toLoggedError(error: unknown, causes: number = causesMax): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: redact(describeThrown(error)) };
  const code = 'code' in error ? error.code : undefined;
  const isLoggableCode = typeof code === 'string' || typeof code === 'number';
  return {
    type: error.name,
    message: redact(error.message),
    ...(isLoggableCode && { code }),
    ...(error.stack !== undefined && { stack: redactStack(error.stack) }),
    ...(error.cause !== undefined &&
      causes > 0 && { cause: toLoggedError(error.cause, causes - 1) }),
  };
}

/** Database drivers use plain objects as causes, some of them with only a `kind`. */
function describeThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (typeof thrown !== 'object' || thrown === null) return 'not an error';
  const { message, kind }: { message?: unknown; kind?: unknown } = thrown;
  return [message, kind].find((text) => typeof text === 'string') ?? 'not an error';
}

function redact(text: string): string {
  return redactions.reduce(
    (redacted, [pattern, placeholder]) => redacted.replaceAll(pattern, placeholder),
    text,
  );
}

/** Redacts the message, but not the frames, whose paths could match by mistake. */
function redactStack(stack: string): string {
  const framesStart = stack.search(/\n {4}at /);
  if (framesStart === -1) return redact(stack);
  return redact(stack.slice(0, framesStart)) + stack.slice(framesStart);
}
