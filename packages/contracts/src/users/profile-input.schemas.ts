import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import {
  booleanField,
  issueMessage,
  jsonField,
  languageField,
  nameField,
  textField,
  wireText,
} from '../http/index.ts';
import {
  bioMaxLength,
  feedLanguagesMax,
  locationMaxLength,
  nameMaxLength,
  phoneNumberMaxLength,
  profileFieldNameMaxLength,
  profileFieldsMax,
  profileFieldValueMaxLength,
  usernameMaxLength,
  usernameMinLength,
  websiteMaxLength,
} from '../limits.ts';
import {
  hasUsernameCharacters,
  hasUsernameLength,
  isWebsite,
  normalizeName,
  normalizeUsername,
} from '../text/index.ts';
import {
  defaultAudienceSchema,
  genderSchema,
  messagePermissionSchema,
  sensitiveContentSchema,
} from './users.schemas.ts';

const earliestBirth = '1900-01-01';

/** A username, converted to lower case. */
export const usernameField = wireText('error.label.username')
  .transform(normalizeUsername)
  .refine(hasUsernameLength, {
    error: issueMessage('error.usernameLength', { min: usernameMinLength, max: usernameMaxLength }),
    abort: true,
  })
  .refine(hasUsernameCharacters, { error: issueMessage('error.usernameCharacters') });

/** An optional field that an empty string clears. */
function clearable<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return schema.transform((text) => (text === '' ? null : text)).optional();
}

/** Text on one line. */
const lineField = (label: LabelKey, max: number) =>
  textField({ max, label }).transform(normalizeName);

const profileFieldSchema = z.object({
  name: lineField('error.label.fieldName', profileFieldNameMaxLength),
  value: lineField('error.label.fieldValue', profileFieldValueMaxLength),
});

/** Replaces all fields. Fields without a name and a value are ignored. */
const profileFieldsField = jsonField(
  'error.label.profileFields',
  z
    .array(profileFieldSchema)
    .transform((fields) => fields.filter(({ name, value }) => name !== '' || value !== ''))
    .refine((fields) => fields.every(({ name, value }) => name !== '' && value !== ''), {
      error: issueMessage('error.profileFieldIncomplete'),
    })
    .refine(({ length }) => length <= profileFieldsMax, {
      error: issueMessage('error.profileFieldsMax', { max: profileFieldsMax }),
    }),
);

/** Body of `PUT /users/me`. An `email` is ignored. */
export const updateProfileBodySchema = z.object({
  name: nameField('error.label.name', nameMaxLength).optional(),
  username: usernameField.optional(),
  bio: clearable(textField({ max: bioMaxLength, label: 'error.label.bio' })),
  location: clearable(lineField('error.label.location', locationMaxLength)),
  website: clearable(
    lineField('error.label.website', websiteMaxLength).refine(
      (text) => text === '' || isWebsite(text),
      { error: issueMessage('error.websiteMalformed') },
    ),
  ),
  fields: profileFieldsField
    .optional()
    .describe('Replaces all fields: a list of objects with `name` and `value`, as JSON'),
  phoneNumber: clearable(
    lineField('error.label.phoneNumber', phoneNumberMaxLength).refine(
      (text) => text === '' || isPhoneNumber(text),
      { error: issueMessage('error.phoneMalformed') },
    ),
  ),
  dateOfBirth: clearable(
    wireText('error.label.dateOfBirth')
      .transform((text) => text.trim())
      .refine((text) => text === '' || isPastDate(text), {
        error: issueMessage('error.dateOfBirthMalformed'),
      }),
  ),
  gender: z
    .union([z.literal(''), genderSchema], {
      error: issueMessage('error.genderUnknown', { values: genderSchema.options.join(', ') }),
    })
    .transform((gender) => (gender === '' ? null : gender))
    .optional(),
  isPrivate: booleanField.optional(),
  isShownOutside: booleanField.optional(),
  isFederated: booleanField
    .optional()
    .describe('`false` also ends all follows of and by accounts of other servers'),
  isBot: booleanField.optional(),
  isDiscoverable: booleanField.optional(),
  hidesConnections: booleanField.optional(),
  sensitiveContent: sensitiveContentSchema.optional(),
  messagePermission: messagePermissionSchema.optional(),
  sendsReadReceipts: booleanField.optional(),
  sendsTypingIndicators: booleanField.optional(),
  remindsOfAltText: booleanField.optional(),
  defaultAudience: defaultAudienceSchema.optional(),
  isSensitiveByDefault: booleanField.optional(),
  defaultLanguage: z
    .union([z.literal('').transform(() => null), languageField])
    .optional()
    .describe('BCP 47; empty for none'),
  feedLanguages: z
    .preprocess(toLanguages, z.array(languageField).max(feedLanguagesMax))
    .optional()
    .describe('Empty for all languages'),
  removeProfileImage: booleanField
    .optional()
    .describe('`true` deletes the profile picture; cannot be combined with `profileImage`'),
  removeBannerImage: booleanField
    .optional()
    .describe('`true` deletes the banner; cannot be combined with `bannerImage`'),
});

export type ProfileChanges = z.output<typeof updateProfileBodySchema>;

/** A form with one value of a repeated field contains no array, and one without languages an empty text. */
function toLanguages(value: unknown): unknown {
  if (value === '') return [];
  return typeof value === 'string' ? [value] : value;
}

function isPhoneNumber(text: string): boolean {
  return /^[\d\s()+./-]+$/.test(text) && /\d/.test(text);
}

/** An existing date before today. */
function isPastDate(text: string): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return z.iso.date().safeParse(text).success && text >= earliestBirth && text < today;
}
