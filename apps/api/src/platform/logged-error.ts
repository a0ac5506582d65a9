const causesMax = 5;

/** What the log tells of an error. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/** What a library may put into a message although it belongs to a user or opens an account. */
const redactions: readonly (readonly [RegExp, string])[] = [
  // User and password of an address such as `postgres://user:password@host`.
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
  // PostgreSQL quotes a rejected value after a colon, and names of columns and constraints without.
  [/: "[^]*"/g, ': [redacted]'],
];

/**
 * An error and its causes by a few named properties alone: others may hold anything, such as a
 * whole database client with its keys, or the statement and the words in it. Email addresses,
 * tokens and rejected values are removed from the text.
 */
export function toLoggedError(error: unknown, causes: number = causesMax): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: redact(describeThrown(error)) };
  const code = 'code' in error ? error.code : undefined;
  const isCodeTelling = typeof code === 'string' || typeof code === 'number';
  return {
    type: error.name,
    message: redact(error.message),
    ...(isCodeTelling && { code }),
    ...(error.stack !== undefined && { stack: redactStack(error.stack) }),
    ...(error.cause !== undefined &&
      causes > 0 && { cause: toLoggedError(error.cause, causes - 1) }),
  };
}

/** The drivers of databases put plain objects into the chain of causes, some with a kind alone. */
function describeThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (typeof thrown !== 'object' || thrown === null) return 'not an error';
  const { message, kind }: { message?: unknown; kind?: unknown } = thrown;
  return [message, kind].find((words) => typeof words === 'string') ?? 'not an error';
}

function redact(text: string): string {
  return redactions.reduce(
    (kept, [pattern, placeholder]) => kept.replaceAll(pattern, placeholder),
    text,
  );
}

/** The frames name files, whose paths stay as they are. */
function redactStack(stack: string): string {
  const framesStart = stack.search(/\n {4}at /);
  if (framesStart === -1) return redact(stack);
  return redact(stack.slice(0, framesStart)) + stack.slice(framesStart);
}
