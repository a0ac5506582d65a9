import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { toLoggedError } from './logged-error.ts';

export type { Logger } from 'pino';

const secrets = ['password', 'token', 'authorization', 'cookie'];

/**
 * One JSON line per record, to the standard output unless said otherwise. Errors are logged as
 * `err`. What could be a secret is cut out, should it ever get so far.
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
