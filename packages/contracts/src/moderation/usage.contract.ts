import { z } from 'zod';
import { defineRoute, isoTime, uuid } from '../http/index.ts';

const count = z.number().int();
const bytes = z.number();

export const alertKinds = ['disk', 'email', 'backup', 'job'] as const;

const alertSchema = z
  .object({
    kind: z.enum(alertKinds),
    job: z.string().nullable().describe('The name of the job; null for other alerts'),
    since: isoTime,
  })
  .meta({ id: 'Alert' });

const accountUsageSchema = z
  .object({
    id: uuid,
    name: z.string(),
    username: z.string(),
    mediaBytes: bytes,
    threads: count.describe('Threads and replies of the last 24 hours'),
    messages: count.describe('Messages of the last 24 hours'),
  })
  .meta({ id: 'AccountUsage' });

const jobStatusSchema = z
  .object({
    name: z.string(),
    ranAt: isoTime,
    durationMs: count,
    failures: count.describe('How many runs in a row have failed'),
    error: z.string().nullable().describe('Of the latest failure'),
  })
  .meta({ id: 'JobStatus' });

const slowQuerySchema = z
  .object({ query: z.string(), calls: z.number(), meanMs: z.number(), totalMs: z.number() })
  .meta({ id: 'SlowQuery' });

const measurementSchema = z.object({
  databaseBytes: bytes,
  media: z.array(
    z.object({ kind: z.enum(['image', 'video', 'audio', 'other']), files: count, bytes }),
  ),
  accounts: z
    .array(accountUsageSchema)
    .describe('Those with the most files, threads or messages, the largest storage first'),
});

const measured = measurementSchema
  .extend({ measuredAt: isoTime })
  .nullable()
  .describe('What a job measures every hour; null before its first run');

/** What the instance uses, and whether its background work succeeds. */
export const getUsage = defineRoute({
  id: 'getUsage',
  method: 'GET',
  path: '/admin/usage',
  tag: 'Administration',
  summary: 'Get the storage, the busiest accounts, the background jobs and slow queries',
  auth: 'bearer',
  status: 200,
  response: z
    .object({
      disk: z
        .object({ freeBytes: bytes, totalBytes: bytes })
        .describe('The disk with the data directory of the server that responds'),
      accountMediaBytesMax: bytes.nullable().describe('The most that one account can store'),
      measured,
      jobs: z.array(jobStatusSchema).describe('By name'),
      queries: z
        .array(slowQuerySchema)
        .nullable()
        .describe('The slowest; null without the extension pg_stat_statements'),
    })
    .meta({ id: 'Usage' }),
  errors: ['forbidden', 'two_factor_required'],
});

export const listAlerts = defineRoute({
  id: 'listAlerts',
  method: 'GET',
  path: '/admin/alerts',
  tag: 'Administration',
  summary: 'List what needs the attention of administrators, such as a full disk',
  auth: 'bearer',
  status: 200,
  response: z.object({ alerts: z.array(alertSchema) }).meta({ id: 'Alerts' }),
  errors: ['forbidden', 'two_factor_required'],
});

export type AlertKind = (typeof alertKinds)[number];
export type Alert = z.infer<typeof alertSchema>;
export type JobStatus = z.infer<typeof jobStatusSchema>;
export type SlowQuery = z.infer<typeof slowQuerySchema>;
export type UsageMeasurement = z.infer<typeof measurementSchema>;
export type Usage = z.infer<typeof getUsage.response>;
