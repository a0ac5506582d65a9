import path from 'node:path';
import { z } from 'zod';
import { origin, setting, wholeNumber } from './fields.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

export const serverFields = {
  port: setting('PORT', wholeNumber(0, 65_535).prefault('4000'), 'Port that the server listens on'),
  host: setting(
    'HOST',
    z.string().prefault('127.0.0.1'),
    'IP address or host name that the server listens on; `0.0.0.0` for all',
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    origin.optional(),
    'Address that users type. Links contain it. If it begins with https, browsers use HTTPS only. Default: `http://localhost:` and the port',
    'https://skein.example.org',
  ),
  publishedPort: setting(
    'PUBLISHED_PORT',
    wholeNumber(1, 65_535).optional(),
    'Port in links if `PUBLIC_URL` is not set. Set by Compose',
    '8080',
  ),
  trustedProxies: setting(
    'TRUST_PROXY',
    wholeNumber(0, 10).prefault('0'),
    'Number of [reverse proxies](install.md#set-up-https) in front of the server',
  ),
  dataDirectory: setting(
    'DATA_DIR',
    z
      .string()
      .transform((directory) => path.resolve(directory))
      .optional(),
    'Folder for the database, uploads and secrets. Default: `.data` in the checkout',
  ),
  environment: setting(
    'NODE_ENV',
    z.enum(['development', 'production'], 'must be development or production').optional(),
    '`production` requires `JWT_SECRET` or its file and rejects unsafe values. Set by the image',
    'production',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).prefault('info'),
    '`fatal`, `error`, `warn`, `info`, `debug` or `trace`',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    wholeNumber(1, 65_535).optional(),
    'Port for [Prometheus metrics](operate.md#prometheus-metrics) on the same `HOST`. Keep it private. Default: no metrics',
    '9464',
  ),
};

export const serverSettings = z
  .object(serverFields)
  .refine(({ port, metricsPort }) => port !== metricsPort, {
    error: 'must differ from PORT',
    path: ['metricsPort'],
  })
  .transform(({ publishedPort, publicUrl, ...settings }) => ({
    ...settings,
    publicUrl: publicUrl ?? new URL(`http://localhost:${publishedPort ?? settings.port}`),
    /** True for `pnpm dev`: responses are verified against their contracts. */
    isDevelopment: settings.environment === 'development',
  }));
