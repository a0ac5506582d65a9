import { z } from 'zod';
import {
  genders,
  messagePermissions,
  selectableAudiences,
  sensitiveContentChoices,
} from '../constants.ts';
import { isoTime, uuid } from '../http/index.ts';
import { userRoles } from '../administration.ts';

export const genderSchema = z.enum(genders);
export const defaultAudienceSchema = z.enum(selectableAudiences);
export const sensitiveContentSchema = z.enum(sensitiveContentChoices);
export const messagePermissionSchema = z.enum(messagePermissions);

export const bannerSchema = z
  .string()
  .nullable()
  .describe('The picture across the top of the profile, three times as wide as high');

export const profileFieldsSchema = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .describe('Names and values that the user has chosen, such as pronouns or further links');

/** The signed-in user. The only schema with the email address. */
export const currentUserSchema = z
  .object({
    id: uuid,
    name: z.string(),
    email: z.string(),
    username: z.string(),
    picture: z.string().nullable(),
    banner: bannerSchema,
    bio: z.string().nullable(),
    location: z.string().nullable(),
    website: z.string().nullable(),
    fields: profileFieldsSchema,
    phoneNumber: z.string().nullable(),
    dateOfBirth: z.iso.date().nullable(),
    gender: genderSchema.nullable(),
    isPrivate: z.boolean(),
    isShownOutside: z
      .boolean()
      .describe(
        'Whether link previews, web feeds and search engines show the threads of this account, if it is public',
      ),
    isFederated: z
      .boolean()
      .describe(
        'Whether users of other servers can find and follow the account. By default, if it is public and shown outside. Has no effect without federation',
      ),
    isBot: z.boolean().describe('Whether a program posts with the account; shown on the profile'),
    isDiscoverable: z
      .boolean()
      .describe('Whether the account is suggested to others and in the directory'),
    hidesConnections: z
      .boolean()
      .describe('Whether the lists of followers and followed users are empty for others'),
    sensitiveContent: sensitiveContentSchema.describe(
      'How to show threads with a content warning and sensitive media; a setting for clients',
    ),
    messagePermission: messagePermissionSchema.describe(
      'Whose messages the user accepts, besides those of users they have written to. With `requests`, messages of users that they do not follow wait as requests',
    ),
    sendsReadReceipts: z
      .boolean()
      .describe(
        'Whether others see which of their messages the user has read, and the user theirs',
      ),
    sendsTypingIndicators: z
      .boolean()
      .describe('Whether others see that the user is typing, and the user that they are'),
    remindsOfAltText: z
      .boolean()
      .describe('Whether pictures need an alt text before they are posted; a setting for clients'),
    defaultAudience: defaultAudienceSchema.describe(
      'The audience of new threads without one of their own',
    ),
    isSensitiveByDefault: z
      .boolean()
      .describe('Whether to mark the files of new threads as sensitive; a setting for clients'),
    defaultLanguage: z
      .string()
      .nullable()
      .describe('The language of new threads if it is not detected; a setting for clients'),
    feedLanguages: z
      .array(z.string())
      .describe(
        'The feed of all threads leaves out threads in other languages, but not those whose language is unknown. Empty for all languages',
      ),
    isUserVerified: z.boolean(),
    isFrozen: z
      .boolean()
      .describe('Whether a moderator has frozen the account, so that its user can only read'),
    hasMoved: z
      .boolean()
      .describe('Whether the account has moved to another one, so that its user can only read'),
    isAdmin: z.boolean().describe('Whether the role is `admin` or `owner`'),
    role: z.enum(userRoles),
    canSetUp: z
      .boolean()
      .describe(
        'Whether this is the only account of a new instance, whose user may become its owner',
      ),
    followersCount: z.number().int(),
    followingCount: z.number().int(),
    threadsCount: z.number().int().describe('Threads and quotes, excluding replies'),
    createdAt: isoTime,
  })
  .meta({ id: 'CurrentUser' });

export type MessagePermission = z.infer<typeof messagePermissionSchema>;
export type SensitiveContent = z.infer<typeof sensitiveContentSchema>;
export type ProfileFields = z.infer<typeof profileFieldsSchema>;
export type CurrentUser = z.infer<typeof currentUserSchema>;
