import { z } from 'zod';
import { registrationModes } from '../administration.ts';
import { booleanField, textField, wireText } from '../http/index.ts';
import {
  emailMaxLength,
  instanceDescriptionMaxLength,
  instanceNameMaxLength,
  registrationMessageMaxLength,
} from '../limits.ts';
import { normalizeName } from '../text/index.ts';

const contactEmailField = wireText('The contact email')
  .transform((email) => email.trim())
  .pipe(
    z.union([z.literal(''), z.email().max(emailMaxLength)], {
      error: 'Please enter a valid email address.',
    }),
  );

/** The settings that administrators change in the browser. */
export const siteSettingsInputSchema = z.object({
  name: textField({ max: instanceNameMaxLength, label: 'Name' })
    .transform(normalizeName)
    .refine((name) => name !== '', { error: 'Name is required.' }),
  description: textField({ max: instanceDescriptionMaxLength, label: 'The description' }),
  contactEmail: contactEmailField,
  registrationMode: z.enum(registrationModes, {
    error: `The registration mode must be one of ${registrationModes.join(', ')}.`,
  }),
  registrationMessage: textField({
    max: registrationMessageMaxLength,
    label: 'The message',
  }),
  showsTrends: booleanField,
});

export const siteSettingsSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    contactEmail: z.string().describe('Shown to everyone; empty for none'),
    registrationMode: z.enum(registrationModes),
    registrationMessage: z.string().describe('Shown at registration unless it is open'),
    showsTrends: z.boolean(),
  })
  .meta({ id: 'SiteSettings' });

/** Fields whose values come from environment variables. */
export const fixedFieldsSchema = z
  .array(z.object({ field: z.string(), variable: z.string() }))
  .describe('Fields set by environment variables, which cannot be changed here');

/** The version that the client has read. */
export const settingsVersionField = z
  .number({ error: 'The version must be a whole number.' })
  .int({ error: 'The version must be a whole number.' })
  .min(0, { error: 'The version must be a whole number.' })
  .max(2_147_483_647, { error: 'The version must be a whole number.' });

export type SiteSettings = z.output<typeof siteSettingsSchema>;
