import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import { accentContrast, accentContrastMin, isHexColor } from '../accent-color.ts';
import type { ThemeName } from '../accent-color.ts';
import {
  defaultLanguages,
  defaultThemes,
  invitationsPerMemberMax,
  auditLogDaysMin,
  inviterGroups,
  postsPerDayMax,
  registrationModes,
  retentionDaysMax,
} from '../administration.ts';
import { booleanField, issueMessage, nameField, textField, wireText } from '../http/index.ts';
import {
  emailMaxLength,
  instanceDescriptionMaxLength,
  instanceNameMaxLength,
  registrationMessageMaxLength,
} from '../limits.ts';
import { uploadSettingsInput, uploadSettingsOutput } from './upload-settings.schemas.ts';

const contactEmailField = wireText('error.label.contactEmail')
  .transform((email) => email.trim())
  .pipe(
    z.union([z.literal(''), z.email().max(emailMaxLength)], {
      error: issueMessage('error.emailMalformed'),
    }),
  );

/** A color that is readable in the theme; empty for Skein's own. */
const accentField = (theme: ThemeName) =>
  wireText('error.label.color')
    .transform((color) => color.trim().toLowerCase())
    .refine((color) => color === '' || isHexColor(color), {
      error: issueMessage('error.colorMalformed'),
      abort: true,
    })
    .refine((color) => color === '' || accentContrast(color, theme) >= accentContrastMin, {
      error: issueMessage(
        theme === 'light' ? 'error.colorContrastLight' : 'error.colorContrastDark',
      ),
    });

/** A whole number, as a number or as digits. */
const countField = (label: LabelKey, min: number, max: number) => {
  const error = issueMessage('error.mustBeWholeNumber', { label, min, max });
  const digits = z.string().regex(/^\d{1,4}$/, { error, abort: true });
  return z
    .union([z.number(), digits.transform(Number)], { error })
    .refine((count) => Number.isInteger(count) && count >= min && count <= max, { error });
};

/** The settings that administrators change in the browser. */
export const siteSettingsInputSchema = z.object({
  name: nameField('error.label.name', instanceNameMaxLength),
  description: textField({
    max: instanceDescriptionMaxLength,
    label: 'error.label.theDescription',
  }),
  contactEmail: contactEmailField,
  registrationMode: z.enum(registrationModes, {
    error: issueMessage('error.registrationMode', { values: registrationModes.join(', ') }),
  }),
  registrationMessage: textField({
    max: registrationMessageMaxLength,
    label: 'error.label.theMessage',
  }),
  blocksDisposableEmails: booleanField,
  requiresProofOfWork: booleanField,
  requiresVerifiedEmail: booleanField,
  inviters: z.enum(inviterGroups, {
    error: issueMessage('error.inviterGroup', { values: inviterGroups.join(', ') }),
  }),
  invitationsPerMember: countField('error.label.invitations', 1, invitationsPerMemberMax),
  postsPerDay: countField('error.label.posts', 1, postsPerDayMax),
  addressDays: countField('error.label.days', 1, retentionDaysMax),
  auditLogDays: countField('error.label.days', 0, retentionDaysMax).refine(
    (days) => days === 0 || days >= auditLogDaysMin,
    { error: issueMessage('error.auditLogDays', { min: auditLogDaysMin }) },
  ),
  showsTrends: booleanField,
  listsRemoteThreads: booleanField,
  accentColor: accentField('light'),
  accentColorDark: accentField('dark'),
  defaultTheme: z.enum(defaultThemes, { error: issueMessage('error.themeUnknown') }),
  defaultLanguage: z.enum(defaultLanguages, { error: issueMessage('error.languageUnknown') }),
  hasLinkCards: booleanField,
  hasPush: booleanField,
  listsPeers: booleanField,
  ...uploadSettingsInput,
});

/** Absent fields are unchanged. */
export const changedSettingsSchema = siteSettingsInputSchema.partial();

export const siteSettingsSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    contactEmail: z.string().describe('Shown to everyone; empty for none'),
    registrationMode: z.enum(registrationModes),
    registrationMessage: z.string().describe('Shown at registration unless it is open'),
    blocksDisposableEmails: z
      .boolean()
      .describe('Whether email addresses of disposable domains are rejected'),
    requiresProofOfWork: z.boolean().describe('Whether registration requires a solved challenge'),
    requiresVerifiedEmail: z
      .boolean()
      .describe(
        'Whether members need a verified email address to post and to send messages. Has no effect without a mail server',
      ),
    inviters: z.enum(inviterGroups).describe('Who can invite others, besides administrators'),
    invitationsPerMember: z.number().int().describe('The users that each member can invite'),
    postsPerDay: z
      .number()
      .int()
      .describe('Threads, replies and quotes of a user in 24 hours, within RATE_LIMIT_POSTS'),
    addressDays: z
      .number()
      .int()
      .describe('The days for which IP addresses of registrations and ended sessions are kept'),
    auditLogDays: z
      .number()
      .int()
      .describe(
        'The days for which entries of the audit log are kept; 0 for no end. Only owners can reduce them',
      ),
    showsTrends: z.boolean(),
    listsRemoteThreads: z
      .boolean()
      .describe('Whether public threads of other servers are among all threads and in trends'),
    accentColor: z.string().describe('In the light theme; empty for the default'),
    accentColorDark: z.string().describe('In the dark theme; empty for the default'),
    defaultTheme: z.enum(defaultThemes),
    defaultLanguage: z
      .enum(defaultLanguages)
      .describe('The language before a visitor chooses one; `browser` for that of the browser'),
    hasLinkCards: z.boolean(),
    hasPush: z.boolean().describe('Whether push notifications are sent'),
    listsPeers: z
      .boolean()
      .describe(
        'Whether everyone can read which other servers this one knows, as `GET /api/v1/instance/peers`. Has no effect without federation',
      ),
    ...uploadSettingsOutput,
  })
  .meta({ id: 'SiteSettings' });

/** Fields whose values come from environment variables. */
export const fixedFieldsSchema = z
  .array(z.object({ field: z.string(), variable: z.string() }))
  .describe('Fields set by environment variables, which cannot be changed here');

/** Spaces and hyphens are ignored. */
export const setupCodeField = wireText('error.label.theCode')
  .transform((code) => code.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().max(100, { error: issueMessage('error.setupCodeWrong') }));

const versionError = issueMessage('error.mustBeInteger', { label: 'error.label.version' });

/** The version that the client has read. */
export const settingsVersionField = z
  .number({ error: versionError })
  .int({ error: versionError })
  .min(0, { error: versionError })
  .max(2_147_483_647, { error: versionError });

export type ChangedSettings = z.output<typeof changedSettingsSchema>;
export type SiteSettings = z.output<typeof siteSettingsSchema>;
