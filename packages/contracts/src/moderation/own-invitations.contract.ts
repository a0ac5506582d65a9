import { z } from 'zod';
import { defineRoute, successSchema } from '../http/index.ts';
import { createInvitation, invitationSchema } from './registrations.contract.ts';

const ownInvitationsSchema = z
  .object({
    canInvite: z
      .boolean()
      .describe('Whether the registration mode uses invitations and the user may create them'),
    remaining: z
      .number()
      .int()
      .nullable()
      .describe('The users that can still be invited; null if only active invitations are limited'),
    invitations: z.array(invitationSchema).describe('The latest 100, latest first'),
  })
  .meta({ id: 'OwnInvitations' });

export const listOwnInvitations = defineRoute({
  id: 'listOwnInvitations',
  method: 'GET',
  path: '/invitations',
  tag: 'Users',
  summary: 'List your invitations to the instance',
  auth: 'bearer',
  reads: 'replica',
  status: 200,
  response: ownInvitationsSchema,
});

export const createOwnInvitation = defineRoute({
  id: 'createOwnInvitation',
  method: 'POST',
  path: '/invitations',
  takesIdempotencyKey: true,
  tag: 'Users',
  summary: 'Invite others to the instance',
  description:
    'Returns the link, which cannot be read again. A 403 unless the settings allow it. A 409 with too many invitations: an invitation of a member counts the users who have registered or still can, until 90 days after they have expired.',
  auth: 'bearer',
  body: createInvitation.body,
  status: 201,
  response: createInvitation.response,
  errors: ['email_not_verified', 'forbidden', 'conflict'],
});

export const revokeOwnInvitation = defineRoute({
  id: 'revokeOwnInvitation',
  method: 'DELETE',
  path: '/invitations/{invitationId}',
  tag: 'Users',
  summary: 'Revoke an invitation of yours, which cannot be used from now on',
  description: 'Repeating it changes nothing.',
  auth: 'bearer',
  params: z.object({ invitationId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['not_found'],
});

export type OwnInvitations = z.infer<typeof ownInvitationsSchema>;
