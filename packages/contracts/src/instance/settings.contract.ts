import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import {
  fixedFieldsSchema,
  settingsVersionField,
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
    'A 403 unless `canSetUp` of the current user is true: for another account, with ADMIN_EMAILS, and once an account has administrative rights or the setup was finished.',
  auth: 'bearer',
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
