import { z } from 'zod';
import { booleanField, textField, wireText } from '../http/index.ts';
import {
  bioMaxLength,
  locationMaxLength,
  nameMaxLength,
  phoneNumberMaxLength,
  usernameMaxLength,
  usernameMinLength,
  websiteMaxLength,
} from '../limits.ts';
import { normalizeName } from '../text/index.ts';
import { genderSchema, messagePermissionSchema, sensitiveContentSchema } from './users.schemas.ts';

const earliestBirth = '1900-01-01';

// No leading, trailing or consecutive dots: a mention at the end of a sentence would lose them.
const usernamePattern = /^[a-z0-9_]+(?:\.[a-z0-9_]+)*$/;

/** A username, converted to lower case. */
export const usernameField = wireText('Username')
  .transform((username) => username.trim().toLowerCase())
  .refine(({ length }) => length >= usernameMinLength && length <= usernameMaxLength, {
    error: `Usernames must be ${usernameMinLength} to ${usernameMaxLength} characters long.`,
    abort: true,
  })
  .refine((username) => usernamePattern.test(username), {
    error:
      "Usernames can only contain the letters a to z, digits, underscores and single periods, and can't start or end with a period.",
  });

/** An optional field that an empty string clears. */
function clearable<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return schema.transform((text) => (text === '' ? null : text)).optional();
}

/** Text on one line. */
const lineField = (label: string, max: number) =>
  textField({ max, label }).transform(normalizeName);

/** Body of `PUT /users/me`. An `email` is ignored. */
export const updateProfileBodySchema = z.object({
  name: lineField('Name', nameMaxLength)
    .refine((name) => name !== '', { error: 'Name is required.' })
    .optional(),
  username: usernameField.optional(),
  bio: clearable(textField({ max: bioMaxLength, label: 'Bio' })),
  location: clearable(lineField('Location', locationMaxLength)),
  website: clearable(
    lineField('Website', websiteMaxLength).refine((text) => text === '' || isWebsite(text), {
      error: 'The website must start with http:// or https://.',
    }),
  ),
  phoneNumber: clearable(
    lineField('Phone number', phoneNumberMaxLength).refine(
      (text) => text === '' || isPhoneNumber(text),
      { error: 'Only digits, spaces and + ( ) - . / are allowed in phone numbers.' },
    ),
  ),
  dateOfBirth: clearable(
    wireText('Date of birth')
      .transform((text) => text.trim())
      .refine((text) => text === '' || isPastDate(text), {
        error: `The date of birth must be a past date from ${earliestBirth} on, in the format YYYY-MM-DD.`,
      }),
  ),
  gender: z
    .union([z.literal(''), genderSchema], {
      error: `Gender must be one of: ${genderSchema.options.join(', ')}.`,
    })
    .transform((gender) => (gender === '' ? null : gender))
    .optional(),
  isPrivate: booleanField.optional(),
  isShownOutside: booleanField.optional(),
  sensitiveContent: sensitiveContentSchema.optional(),
  messagePermission: messagePermissionSchema.optional(),
  sendsReadReceipts: booleanField.optional(),
  sendsTypingIndicators: booleanField.optional(),
  remindsOfAltText: booleanField.optional(),
  removeProfileImage: booleanField
    .optional()
    .describe('`true` deletes the profile picture; cannot be combined with `profileImage`'),
  removeBannerImage: booleanField
    .optional()
    .describe('`true` deletes the banner; cannot be combined with `bannerImage`'),
});

export type ProfileChanges = z.output<typeof updateProfileBodySchema>;

function isWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s<>"]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  // Credentials in a URL can make one site look like another.
  return username === '' && password === '';
}

function isPhoneNumber(text: string): boolean {
  return /^[\d\s()+./-]+$/.test(text) && /\d/.test(text);
}

/** An existing date before today. */
function isPastDate(text: string): boolean {
  const today = new Date().toISOString().slice(0, 10);
  return z.iso.date().safeParse(text).success && text >= earliestBirth && text < today;
}
