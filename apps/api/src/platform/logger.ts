import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { toLoggedError } from './logged-error.ts';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'cookie'];

/** Lines that standard output has not accepted yet; further ones are dropped. */
const unwrittenMaxBytes = 16 * 1024 * 1024;

/**
 * Logs one JSON line per record, by default to standard output, without blocking and with the
 * lines of concurrent requests in one write. Pending lines are written before the process exits. Pass errors as `err`. Properties with
 * the names of secrets are redacted as a safeguard.
 */
export function createLogger(options: {
  level: string;
  destination?: DestinationStream | undefined;
  /** Adds fields to each line. */
  fields?: (() => object) | undefined;
}): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      ...(options.fields && { mixin: options.fields }),
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => toLoggedError(error) },
      redact: {
        paths: secrets.flatMap((name) => [name, `*.${name}`]),
        censor: '[redacted]',
      },
    },
    options.destination ?? pino.destination({ dest: 1, sync: false, maxLength: unwrittenMaxBytes }),
  );
}
