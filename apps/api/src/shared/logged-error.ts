const causesMax = 5;

/** What the log tells of an error. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/**
 * An error and its causes by a few named properties alone: others may hold anything, such as a
 * whole database client with its keys, or the statement and the words in it.
 */
export function toLoggedError(error: unknown, causes: number = causesMax): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: describeThrown(error) };
  const code = 'code' in error ? error.code : undefined;
  const isCodeTelling = typeof code === 'string' || typeof code === 'number';
  return {
    type: error.name,
    message: error.message,
    ...(isCodeTelling && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
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
