import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import { announcementLanguages } from '../administration.ts';
import { announcementMaxLength, announcementsMax } from '../announcement-limits.ts';
import {
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';

export const announcementSchema = z
  .object({
    id: uuid,
    text: z.string(),
    createdAt: isoTime,
  })
  .meta({ id: 'Announcement' });

const language = z.enum(announcementLanguages, { error: issueMessage('error.languageUnknown') });

const adminAnnouncementSchema = announcementSchema
  .extend({
    startsAt: isoTime,
    endsAt: isoTime.nullable(),
    language: language.nullable().describe('Null for users of every language'),
    status: z.enum(['scheduled', 'current', 'ended']),
    dismissals: z.number().int().describe('Users who have dismissed it'),
  })
  .meta({ id: 'AdminAnnouncement' });

const timeField = (label: LabelKey) =>
  z.iso
    .datetime({ offset: true, error: issueMessage('error.mustBeDateAndTime', { label }) })
    .transform((text) => new Date(text));

/** A new or changed announcement. The command line uses it too. */
export const announcementInputSchema = z
  .object({
    text: textField({ max: announcementMaxLength, label: 'error.label.text', required: true }),
    startsAt: timeField('error.label.start')
      .nullable()
      .optional()
      .describe('Now if absent; a change keeps it'),
    endsAt: timeField('error.label.end').nullable().optional().describe('Never if absent'),
    language: language.nullable().optional(),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
    path: ['endsAt'],
    error: issueMessage('error.announcementEnd'),
  });

const administration = {
  tag: 'Administration',
  auth: 'bearer',
  errors: ['forbidden', 'two_factor_required'],
} as const;

const params = z.object({ announcementId: z.string() });

export const listAnnouncements = defineRoute({
  ...administration,
  id: 'listAnnouncements',
  method: 'GET',
  path: '/admin/announcements',
  summary: 'List the announcements, latest first',
  status: 200,
  response: z.array(adminAnnouncementSchema),
});

export const createAnnouncement = defineRoute({
  ...administration,
  id: 'createAnnouncement',
  method: 'POST',
  path: '/admin/announcements',
  takesIdempotencyKey: true,
  summary: 'Show a text once to every user',
  description: `A 409 if there are ${announcementsMax}.`,
  body: { kind: 'json', schema: announcementInputSchema },
  status: 201,
  response: adminAnnouncementSchema,
  errors: [...administration.errors, 'conflict'],
});

export const updateAnnouncement = defineRoute({
  ...administration,
  id: 'updateAnnouncement',
  method: 'PUT',
  path: '/admin/announcements/{announcementId}',
  summary: 'Change an announcement',
  description: 'It is not shown again to users who have dismissed it.',
  params,
  body: { kind: 'json', schema: announcementInputSchema },
  status: 200,
  response: adminAnnouncementSchema,
  errors: [...administration.errors, 'not_found'],
});

export const deleteAnnouncement = defineRoute({
  ...administration,
  id: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/admin/announcements/{announcementId}',
  summary: 'Delete an announcement, which is not shown anymore',
  params,
  status: 200,
  response: successSchema,
  errors: [...administration.errors, 'not_found'],
});

export const dismissAnnouncement = defineRoute({
  id: 'dismissAnnouncement',
  method: 'PUT',
  path: '/announcements/{announcementId}/dismissal',
  tag: 'Instance',
  summary: 'Do not show an announcement again, on all devices',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  scope: 'write:accounts',
  params,
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export type Announcement = z.output<typeof announcementSchema>;
export type AdminAnnouncement = z.output<typeof adminAnnouncementSchema>;
/** As in the request, before it is parsed. */
export type AnnouncementBody = z.input<typeof announcementInputSchema>;
export type AnnouncementInput = z.output<typeof announcementInputSchema>;
