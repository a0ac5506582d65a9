import {
  defaultLanguages,
  defaultThemes,
  inviterGroups,
  registrationModes,
} from '@skein/contracts/administration';
import { siteSettingsInputSchema } from '@skein/contracts/instance';
import type { SiteSettings } from '@skein/contracts/instance';
import { parseInput } from '../../../http/routes/parse-input.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { commandLine } from '../../../platform/viewer.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand, AdminContext } from './command.ts';

/** The field of each option. */
const fields = {
  name: 'name',
  description: 'description',
  'contact-email': 'contactEmail',
  registration: 'registrationMode',
  'registration-message': 'registrationMessage',
  'block-disposable-emails': 'blocksDisposableEmails',
  'proof-of-work': 'requiresProofOfWork',
  'verified-email': 'requiresVerifiedEmail',
  inviters: 'inviters',
  'invitations-per-member': 'invitationsPerMember',
  'posts-per-day': 'postsPerDay',
  'address-days': 'addressDays',
  'audit-log-days': 'auditLogDays',
  trends: 'showsTrends',
  'accent-color': 'accentColor',
  'accent-color-dark': 'accentColorDark',
  theme: 'defaultTheme',
  language: 'defaultLanguage',
  'link-cards': 'hasLinkCards',
  push: 'hasPush',
  'image-max-mb': 'imageMaxMb',
  'video-max-mb': 'videoMaxMb',
  'audio-max-mb': 'audioMaxMb',
  'document-max-mb': 'documentMaxMb',
  'upload-formats': 'uploadFormats',
} as const satisfies Record<string, keyof SiteSettings>;

type OptionName = keyof typeof fields;

const optionNames = Object.keys(fields) as OptionName[];

/** Lists the settings, or changes those that are given as options. */
export const settingsCommand: AdminCommand = {
  name: 'settings',
  parameters: [],
  options: {
    name: { type: 'string', description: 'the name of the instance' },
    description: { type: 'string', description: 'what the instance is for' },
    'contact-email': { type: 'string', description: 'the public contact address; "" for none' },
    registration: { type: 'string', description: registrationModes.join(' or ') },
    'registration-message': {
      type: 'string',
      description: 'shown at registration unless it is open',
    },
    'block-disposable-emails': { type: 'string', description: 'true or false' },
    'proof-of-work': { type: 'string', description: 'at registration: true or false' },
    'verified-email': {
      type: 'string',
      description: 'to post and send messages: true or false',
    },
    inviters: {
      type: 'string',
      description: `who can invite, besides administrators: ${inviterGroups.join(' or ')}`,
    },
    'invitations-per-member': { type: 'string', description: 'the users that each can invite' },
    'posts-per-day': { type: 'string', description: 'posts of a user in 24 hours' },
    'address-days': { type: 'string', description: 'how long IP addresses are kept' },
    'audit-log-days': {
      type: 'string',
      description: 'how many days the audit log is kept, at least 30; 0 for no end',
    },
    trends: { type: 'string', description: 'true or false' },
    'accent-color': { type: 'string', description: 'such as #c83c14; "" for the default' },
    'accent-color-dark': { type: 'string', description: 'the accent color in the dark theme' },
    theme: { type: 'string', description: `of new visitors: ${defaultThemes.join(' or ')}` },
    language: { type: 'string', description: `of new visitors: ${defaultLanguages.join(' or ')}` },
    'link-cards': { type: 'string', description: 'true or false' },
    push: { type: 'string', description: 'true or false' },
    'image-max-mb': { type: 'string', description: 'the largest picture, in megabytes' },
    'video-max-mb': { type: 'string', description: 'the largest video, in megabytes' },
    'audio-max-mb': { type: 'string', description: 'the largest audio file, in megabytes' },
    'document-max-mb': { type: 'string', description: 'the largest document, in megabytes' },
    'upload-formats': { type: 'string', description: 'MIME types, separated by commas' },
  },
  description: 'list the settings of the instance, or change those given as options',
  async run(context, { options }) {
    await context.siteSettings.load();
    const changes = readChanges(context, options);
    if (Object.keys(changes).length > 0) await change(context, changes);
    return describe(context);
  },
};

/** @throws OperationError for an invalid value and for a setting that an environment variable sets */
function readChanges(
  { siteSettings }: AdminContext,
  options: Parameters<AdminCommand['run']>[1]['options'],
): Partial<SiteSettings> {
  const { fixed } = siteSettings.describe();
  const changes = optionNames.flatMap((option) => {
    const value = options[option];
    if (value === undefined) return [];
    const field = fields[option];
    const variable = fixed.find((each) => each.field === field)?.variable;
    if (variable !== undefined) {
      throw new OperationError(`--${option}: ${variable} sets it. Change it there.`);
    }
    return [[field, readValue(option, value)]];
  });
  return Object.fromEntries(changes) as Partial<SiteSettings>;
}

function readValue(option: OptionName, value: unknown): unknown {
  try {
    return parseInput(siteSettingsInputSchema.shape[fields[option]], value);
  } catch (cause) {
    if (!(cause instanceof ValidationError)) throw cause;
    throw new OperationError(`--${option}: ${cause.message}`, { cause });
  }
}

async function change(
  { moderation, siteSettings }: AdminContext,
  changes: Partial<SiteSettings>,
): Promise<void> {
  const { version, settings } = siteSettings.describe();
  const input = { version, settings: { ...settings, ...changes } };
  await moderation.updateSettings(commandLine, input);
}

function describe({ siteSettings }: AdminContext): string[] {
  const { settings, fixed } = siteSettings.describe();
  const width = Math.max(...optionNames.map(({ length }) => length));
  return optionNames.map((option) => {
    const field = fields[option];
    const variable = fixed.find((each) => each.field === field)?.variable;
    const source = variable === undefined ? '' : `  (set by ${variable})`;
    return `${option.padEnd(width)}  ${String(settings[field])}${source}`;
  });
}
