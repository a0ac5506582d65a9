import { z } from 'zod';
import { instancePages } from '../administration.ts';
import type { RouteInput } from '../http/index.ts';
import { defineRoute, isoTime, issueMessage, textField, uuid } from '../http/index.ts';
import {
  instancePageMaxLength,
  ruleDescriptionMaxLength,
  rulesMax,
  ruleTitleMaxLength,
} from '../limits.ts';
import { settingsVersionField } from './settings.schemas.ts';
import { uploadLimitsSchema } from './upload-settings.schemas.ts';

const ruleSchema = z
  .object({ id: uuid, title: z.string(), description: z.string().describe('May be empty') })
  .meta({ id: 'Rule' });

const pageParams = z.object({ page: z.string().describe(instancePages.join(', ')) });

export const getInstance = defineRoute({
  id: 'getInstance',
  method: 'GET',
  path: '/instance',
  tag: 'Instance',
  summary: 'Get what everyone may know about the instance',
  description: 'The numbers and administrators are up to ten minutes old.',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z
    .object({
      name: z.string(),
      description: z.string(),
      contactEmail: z.string().describe('Empty for none'),
      version: z.string(),
      administrators: z
        .array(z.object({ name: z.string(), username: z.string() }))
        .describe('Those with a public account'),
      users: z.number().int().describe('Public accounts'),
      threads: z.number().int().describe('Threads of public accounts'),
      addressDays: z
        .number()
        .int()
        .describe(
          'The days after which IP addresses of registrations are deleted. Addresses of ended sessions are deleted after 30 days at most',
        ),
      uploads: uploadLimitsSchema.describe('What can be attached to threads and messages'),
    })
    .meta({ id: 'Instance' }),
});

export const listRules = defineRoute({
  id: 'listRules',
  method: 'GET',
  path: '/instance/rules',
  tag: 'Instance',
  summary: 'List the rules of the instance',
  auth: 'none',
  limit: 'public',
  status: 200,
  response: z.array(ruleSchema),
});

export const getInstancePage = defineRoute({
  id: 'getInstancePage',
  method: 'GET',
  path: '/instance/pages/{page}',
  tag: 'Instance',
  summary: 'Get a text about the instance',
  auth: 'none',
  limit: 'public',
  params: pageParams,
  status: 200,
  response: z.object({
    text: z.string().nullable().describe('Markdown without HTML; null if there is none'),
    updatedAt: isoTime.nullable(),
  }),
  errors: ['not_found'],
});

const version = z.number().int().describe('Send it with the next change');

const savedPageSchema = z
  .object({
    text: z.string(),
    version,
    variable: z.string().nullable().describe('The environment variable that sets the text'),
  })
  .meta({ id: 'SavedPage' });

export const getAdminPage = defineRoute({
  id: 'getAdminPage',
  method: 'GET',
  path: '/admin/pages/{page}',
  tag: 'Administration',
  summary: 'Get a text about the instance, to change it',
  auth: 'bearer',
  params: pageParams,
  status: 200,
  response: savedPageSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const updateAdminPage = defineRoute({
  id: 'updateAdminPage',
  method: 'PUT',
  path: '/admin/pages/{page}',
  tag: 'Administration',
  summary: 'Change a text about the instance',
  description:
    'An empty text removes the page. A 409 if it was changed after this version was read, or if an environment variable sets it.',
  auth: 'bearer',
  params: pageParams,
  body: {
    kind: 'json',
    schema: z.object({
      version: settingsVersionField,
      text: textField({ max: instancePageMaxLength, label: 'error.label.text' }),
    }),
  },
  status: 200,
  response: savedPageSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

const savedRulesSchema = z
  .object({ rules: z.array(ruleSchema), version })
  .meta({ id: 'SavedRules' });

export const getAdminRules = defineRoute({
  id: 'getAdminRules',
  method: 'GET',
  path: '/admin/rules',
  tag: 'Administration',
  summary: 'Get the rules, to change them',
  auth: 'bearer',
  status: 200,
  response: savedRulesSchema,
  errors: ['forbidden', 'two_factor_required'],
});

export const updateAdminRules = defineRoute({
  id: 'updateAdminRules',
  method: 'PUT',
  path: '/admin/rules',
  tag: 'Administration',
  summary: 'Change the rules',
  description: 'A 409 if they were changed after this version was read.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      version: settingsVersionField,
      rules: z
        .array(
          z.object({
            id: uuid.optional().describe('Of a rule that is kept; omit it for a new one'),
            title: textField({
              max: ruleTitleMaxLength,
              label: 'error.label.rule',
              required: true,
            }),
            description: textField({
              max: ruleDescriptionMaxLength,
              label: 'error.label.theDescription',
            }),
          }),
          { error: issueMessage('error.mustBeList', { label: 'error.label.rules' }) },
        )
        .max(rulesMax, { error: issueMessage('error.rulesMax', { max: rulesMax }) }),
    }),
  },
  status: 200,
  response: savedRulesSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export type Rule = z.output<typeof ruleSchema>;
export type SavedPage = z.output<typeof savedPageSchema>;
export type SavedRules = z.output<typeof savedRulesSchema>;
export type RulesInput = RouteInput<typeof updateAdminRules>['body'];
