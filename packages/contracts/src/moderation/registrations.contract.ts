import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import {
  defineRoute,
  isoTime,
  issueMessage,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import {
  adminPageSize,
  adminReasonMaxLength,
  invitationDaysMax,
  invitationUsesMax,
} from '../limits.ts';
import { namedUserSchema } from './admin.schemas.ts';

const registrationSchema = z
  .object({
    id: uuid.describe('The id of the account'),
    name: z.string(),
    username: z.string(),
    email: z.string(),
    reason: z.string(),
    createdAt: isoTime,
  })
  .meta({ id: 'Registration' });

export const listRegistrations = defineRoute({
  id: 'listRegistrations',
  method: 'GET',
  path: '/admin/registrations',
  tag: 'Administration',
  summary: 'List accounts that wait for approval, oldest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }),
  status: 200,
  response: pageSchema(registrationSchema).meta({ id: 'RegistrationsPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

const decision = {
  method: 'POST',
  takesIdempotencyKey: false,
  tag: 'Administration',
  description: 'The user gets an email. A 409 if it was decided before.',
  auth: 'bearer',
  params: z.object({ userId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
} as const;

export const approveRegistration = defineRoute({
  ...decision,
  id: 'approveRegistration',
  path: '/admin/registrations/{userId}/approve',
  summary: 'Approve an account, which can sign in from now on',
});

export const rejectRegistration = defineRoute({
  ...decision,
  id: 'rejectRegistration',
  path: '/admin/registrations/{userId}/reject',
  summary: 'Reject an account, which is deleted',
  body: {
    kind: 'json',
    schema: z.object({
      reason: textField({ max: adminReasonMaxLength, label: 'error.label.reason' })
        .default('')
        .describe('For the user, in the email'),
    }),
  },
});

export const invitationSchema = z
  .object({
    id: uuid,
    creator: namedUserSchema,
    createdAt: isoTime,
    expiresAt: isoTime,
    usesCount: z.number().int(),
    usesMax: z.number().int(),
    status: z.enum(['usable', 'used', 'expired', 'revoked']),
  })
  .meta({ id: 'Invitation' });

export const listInvitations = defineRoute({
  id: 'listInvitations',
  method: 'GET',
  path: '/admin/invitations',
  tag: 'Administration',
  summary: 'List invitations, latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }),
  status: 200,
  response: pageSchema(invitationSchema).meta({ id: 'InvitationsPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

const wholeNumber = (label: LabelKey, max: number) => {
  const error = issueMessage('error.mustBeWholeNumber', { label, min: 1, max });
  return z.number({ error }).int({ error }).min(1, { error }).max(max, { error });
};

export const createInvitation = defineRoute({
  id: 'createInvitation',
  method: 'POST',
  path: '/admin/invitations',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Create an invitation',
  description:
    'Returns the link, which cannot be read again. A 409 with too many invitations that can still be used.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      days: wholeNumber('error.label.days', invitationDaysMax),
      usesMax: wholeNumber('error.label.uses', invitationUsesMax),
    }),
  },
  status: 201,
  response: z.object({ link: z.string() }),
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export const revokeInvitation = defineRoute({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/admin/invitations/{invitationId}',
  tag: 'Administration',
  summary: 'Revoke an invitation, which cannot be used from now on',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  params: z.object({ invitationId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export type Registration = z.infer<typeof registrationSchema>;
export type Invitation = z.infer<typeof invitationSchema>;
