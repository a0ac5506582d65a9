import { z } from 'zod';
import { fileContent, onOrOff, setting, text, trueOrFalse } from './fields.ts';

const termsMaxLength = 100_000;

export const instanceFields = {
  instanceName: setting(
    'INSTANCE_NAME',
    text(60).optional(),
    'Fixes the name, which administrators otherwise [set in the browser](moderation.md#change-the-settings)',
    'Skein',
  ),
  instanceDescription: setting(
    'INSTANCE_DESCRIPTION',
    text(500).optional(),
    'Fixes the description in the same way; up to 500 characters',
    'A place for the sailing club',
  ),
  adminEmails: setting(
    'ADMIN_EMAILS',
    z
      .string()
      .prefault('')
      .transform((emails) =>
        emails === '' ? [] : emails.split(',').map((email) => email.trim().toLowerCase()),
      )
      .refine((emails) => emails.every((email) => /^[^\s@]+@[^\s@]+$/.test(email)), {
        error: 'must be email addresses, separated by commas',
      }),
    'Email addresses of [owners](install.md#administrators-by-email-address), separated by commas',
    'ada@example.org,grace@example.org',
  ),
  termsText: setting(
    'TERMS_FILE',
    fileContent
      .refine(({ length }) => length <= termsMaxLength, {
        error: `the file must have at most ${termsMaxLength} characters`,
      })
      .optional(),
    'File with your [terms of use](customize.md#show-your-terms-of-use)',
  ),
  isIndexable: setting(
    'SEARCH_ENGINE_INDEXING',
    trueOrFalse.prefault('true'),
    '`false` asks [search engines](customize.md#link-previews-web-feeds-and-search-engines) to list nothing',
  ),
  hasLinkCards: setting(
    'LINK_CARDS',
    onOrOff.optional(),
    '`off` shows links without [cards](customize.md#link-cards), and fetches no pages. Default: what administrators choose',
    'on',
  ),
  allowsPrivateWebhooks: setting(
    'WEBHOOK_ALLOW_PRIVATE_ADDRESSES',
    trueOrFalse.prefault('false'),
    '`true` allows [webhooks](moderation.md#send-events-to-other-programs) in private networks',
  ),
};
