import { z } from 'zod';
import {
  reportMessageMaxLength,
  reportMessagesMax,
  reportReasons,
  reportTargetTypes,
} from '../administration.ts';
import {
  defineRoute,
  isoTime,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { namedUserSchema } from './admin.schemas.ts';

/** A message to the reporter, for moderators. */
export const sentReportMessageSchema = z
  .object({
    id: uuid,
    text: z.string(),
    createdAt: isoTime,
    moderator: namedUserSchema
      .nullable()
      .describe('Null for the command line and for a deleted account'),
  })
  .meta({ id: 'SentReportMessage' });

/** A message to the reporter, for the reporter: without the moderator, who stays anonymous. */
const reportMessageSchema = z
  .object({
    id: uuid,
    text: z.string(),
    createdAt: isoTime,
    report: z.object({
      targetType: z.enum(reportTargetTypes),
      reason: z.enum(reportReasons),
      createdAt: isoTime,
    }),
  })
  .meta({ id: 'ReportMessage' });

/** A message to the reporter. The command line uses it too. */
export const reportMessageTextField = textField({
  max: reportMessageMaxLength,
  label: 'error.label.theMessage',
  required: true,
});

export const messageReporter = defineRoute({
  id: 'messageReporter',
  method: 'POST',
  path: '/admin/reports/{reportId}/messages',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Write a message to the reporter of a report',
  description: `The reporter gets an email and a notification, without the name of the moderator. Also for a report that was decided. A 409 for a report without a reporter or of your own, if the reporter has deleted the account, and after ${reportMessagesMax} messages about the report.`,
  auth: 'bearer',
  params: z.object({ reportId: z.string() }),
  body: { kind: 'json', schema: z.object({ text: reportMessageTextField }) },
  status: 201,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const listReportMessages = defineRoute({
  id: 'listReportMessages',
  method: 'GET',
  path: '/users/me/report-messages',
  tag: 'Moderation',
  summary: 'List the messages of moderators about your reports, latest first',
  auth: 'bearer',
  reads: 'replica',
  query: pageQuery({ defaultSize: 20 }),
  status: 200,
  response: pageSchema(reportMessageSchema).meta({ id: 'ReportMessagesPage' }),
});

export type SentReportMessage = z.infer<typeof sentReportMessageSchema>;
export type ReportMessage = z.infer<typeof reportMessageSchema>;
