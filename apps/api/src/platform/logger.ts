import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { toLoggedError } from './logged-error.ts';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'cookie'];

/**
 * Logs one JSON line per record, by default to standard output. Pass errors as `err`. Properties with
 * the names of secrets are redacted as a safeguard.
 */
export function createLogger(options: {
  level: string;
  destination?: DestinationStream | undefined;
}): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => toLoggedError(error) },
      redact: {
        paths: secrets.flatMap((name) => [name, `*.${name}`]),
        censor: '[redacted]',
      },
    },
    options.destination ?? pino.destination(1),
  );
}
