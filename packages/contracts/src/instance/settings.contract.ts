import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import {
  fixedFieldsSchema,
  settingsVersionField,
  setupCodeField,
  changedSettingsSchema,
  siteSettingsSchema,
} from './settings.schemas.ts';

const savedSettingsSchema = z
  .object({
    version: z.number().int().describe('Send it with the next change'),
    settings: siteSettingsSchema,
    fixed: fixedFieldsSchema,
  })
  .meta({ id: 'SavedSettings' });

export const getSiteSettings = defineRoute({
  id: 'getSiteSettings',
  method: 'GET',
  path: '/admin/settings',
  tag: 'Administration',
  summary: 'Get the settings of the instance',
  auth: 'bearer',
  status: 200,
  response: savedSettingsSchema,
  errors: ['forbidden', 'two_factor_required'],
});

export const updateSiteSettings = defineRoute({
  id: 'updateSiteSettings',
  method: 'PUT',
  path: '/admin/settings',
  tag: 'Administration',
  summary: 'Change the settings of the instance',
  description:
    'Absent fields are unchanged. Ignores fields that environment variables set. A 409 if the settings were changed after this version was read.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({ version: settingsVersionField, settings: changedSettingsSchema }),
  },
  status: 200,
  response: savedSettingsSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export const becomeOwner = defineRoute({
  id: 'becomeOwner',
  method: 'PUT',
  path: '/instance/owner',
  tag: 'Instance',
  summary: 'Become the owner of a new instance, as the user of its first account',
  description:
    'A 403 unless `canSetUp` of the current user is true: with ADMIN_EMAILS, after the setup was finished, and for good once a second account was created, an account was deleted or an account had a role. A 400 without the setup code, which the server prints at its start, unless the request comes from the machine of the server without a proxy and the instance has no public address.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({ code: setupCodeField.optional().describe('The setup code') }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden'],
});

export const finishSetup = defineRoute({
  id: 'finishSetup',
  method: 'PUT',
  path: '/admin/setup',
  tag: 'Administration',
  summary: 'Offer the setup of a new instance to administrators no longer',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export type SavedSettings = z.output<typeof savedSettingsSchema>;
