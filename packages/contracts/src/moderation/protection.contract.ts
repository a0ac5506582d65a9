import { z } from 'zod';
import { excludedHashtagsMax, reportersMinRange } from '../administration.ts';
import { booleanField, defineRoute, issueMessage, limitNames } from '../http/index.ts';
import { settingsVersionField } from '../instance/settings.schemas.ts';
import { hashtagMaxLength } from '../limits.ts';

const protectionRulesSchema = z
  .object({
    limitsNewAccounts: z.boolean().describe('Lower limits for new accounts'),
    rejectsRepeatedTexts: z
      .boolean()
      .describe('Reports and rejects the same text sent to many strangers'),
    limitsReportedAccounts: z
      .boolean()
      .describe('Limits an account that many established users report within a day'),
    reportersMin: z.number().int().describe('The users who have to report an account for that'),
    excludedHashtags: z.array(z.string()).describe('Never trending; lower case, without #'),
  })
  .meta({ id: 'ProtectionRules' });

const protectionLimitSchema = z
  .object({
    name: z.enum(limitNames),
    max: z.number().int(),
    seconds: z.number().int(),
  })
  .meta({ id: 'ProtectionLimit' });

const savedProtectionSchema = z
  .object({
    version: z.number().int().describe('Send it with the next change'),
    rules: protectionRulesSchema,
    limits: z
      .array(protectionLimitSchema)
      .describe('The numbers of the rules; empty if the server has no rate limits'),
  })
  .meta({ id: 'SavedProtection' });

export const getProtection = defineRoute({
  id: 'getProtection',
  method: 'GET',
  path: '/admin/protection',
  tag: 'Administration',
  summary: 'Get the rules of the automatic protection',
  auth: 'bearer',
  status: 200,
  response: savedProtectionSchema,
  errors: ['forbidden', 'two_factor_required'],
});

const { min, max } = reportersMinRange;
const reportersError = issueMessage('error.reportersNumber', { min, max });

export const updateProtection = defineRoute({
  id: 'updateProtection',
  method: 'PUT',
  path: '/admin/protection',
  tag: 'Administration',
  summary: 'Change the rules of the automatic protection',
  description:
    'Absent fields are unchanged. A 409 if the rules were changed after this version was read.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      version: settingsVersionField,
      rules: z
        .object({
          limitsNewAccounts: booleanField,
          rejectsRepeatedTexts: booleanField,
          limitsReportedAccounts: booleanField,
          reportersMin: z
            .number({ error: reportersError })
            .int({ error: reportersError })
            .min(min, { error: reportersError })
            .max(max, { error: reportersError }),
          excludedHashtags: z
            .array(
              z.string().max(2 * hashtagMaxLength, { error: issueMessage('error.notHashtag') }),
              { error: issueMessage('error.mustBeList', { label: 'error.label.hashtags' }) },
            )
            .max(excludedHashtagsMax, {
              error: issueMessage('error.hashtagsExcludedMax', { max: excludedHashtagsMax }),
            }),
        })
        .partial(),
    }),
  },
  status: 200,
  response: savedProtectionSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export type ProtectionRules = z.output<typeof protectionRulesSchema>;
export type ProtectionLimit = z.output<typeof protectionLimitSchema>;
export type SavedProtection = z.output<typeof savedProtectionSchema>;
