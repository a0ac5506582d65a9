import { z } from 'zod';
import { defineRoute } from '../http/index.ts';
import { insightPeriods } from '../insights.ts';

const count = z.number().int();

const dayInsightsSchema = z
  .object({
    day: z.iso.date().describe('In UTC'),
    activeUsers: count
      .nullable()
      .describe('Users who were signed in; null for days before they were counted'),
    joinedUsers: count,
    leftUsers: count.describe('Accounts that were deleted'),
    threads: count.describe('Without replies'),
    replies: count,
    messages: count,
    reports: count,
    mediaBytes: z.number().nullable().describe('The size of all files; null like `activeUsers`'),
    requests: count,
    medianMs: z.number().nullable().describe('The median response time in milliseconds, estimated'),
    p95Ms: z.number().nullable().describe('The 95th percentile of response times, estimated'),
  })
  .meta({ id: 'DayInsights' });

export const getInsights = defineRoute({
  id: 'getInsights',
  method: 'GET',
  path: '/admin/insights',
  tag: 'Administration',
  summary: 'Get numbers of the instance for each day of a period, the earliest day first',
  auth: 'bearer',
  query: z.object({ days: z.enum(insightPeriods).default('30') }),
  status: 200,
  response: z.object({ days: z.array(dayInsightsSchema) }).meta({ id: 'Insights' }),
  errors: ['forbidden', 'two_factor_required'],
});

export type DayInsights = z.infer<typeof dayInsightsSchema>;
