import { z } from 'zod';
import {
  cannedResponsesMax,
  cannedResponseTextMaxLength,
  cannedResponseTitleMaxLength,
} from '../administration.ts';
import { defineRoute, issueMessage, successSchema, textField, uuid } from '../http/index.ts';

const cannedResponseSchema = z
  .object({ id: uuid, title: z.string(), text: z.string() })
  .meta({ id: 'CannedResponse' });

/** A new or changed canned response. The command line uses it too. */
export const cannedResponseInputSchema = z.object({
  title: textField({
    max: cannedResponseTitleMaxLength,
    label: 'error.label.title',
    required: true,
  }),
  text: textField({ max: cannedResponseTextMaxLength, label: 'error.label.text', required: true }),
});

const administration = {
  tag: 'Administration',
  auth: 'bearer',
  errors: ['forbidden', 'two_factor_required'],
} as const;

const params = z.object({ responseId: z.string() });

export const listCannedResponses = defineRoute({
  ...administration,
  id: 'listCannedResponses',
  method: 'GET',
  path: '/admin/canned-responses',
  summary: 'List the canned responses: texts that moderators insert into messages to users',
  status: 200,
  response: z.array(cannedResponseSchema),
});

export const createCannedResponse = defineRoute({
  ...administration,
  id: 'createCannedResponse',
  method: 'POST',
  path: '/admin/canned-responses',
  takesIdempotencyKey: true,
  summary: 'Create a canned response, at the end of the list',
  description: `For administrators. A 409 if there are ${cannedResponsesMax}.`,
  body: { kind: 'json', schema: cannedResponseInputSchema },
  status: 201,
  response: cannedResponseSchema,
  errors: [...administration.errors, 'conflict'],
});

export const reorderCannedResponses = defineRoute({
  ...administration,
  id: 'reorderCannedResponses',
  method: 'PUT',
  path: '/admin/canned-responses',
  summary: 'Change the order of the canned responses',
  description:
    'For administrators. A 409 if `ids` are not those of all canned responses, for example because somebody has added one meanwhile.',
  body: {
    kind: 'json',
    schema: z.object({
      ids: z.array(uuid, { error: issueMessage('error.idsList') }).max(cannedResponsesMax, {
        error: issueMessage('error.idsMax', { max: cannedResponsesMax }),
      }),
    }),
  },
  status: 200,
  response: z.array(cannedResponseSchema),
  errors: [...administration.errors, 'conflict'],
});

export const updateCannedResponse = defineRoute({
  ...administration,
  id: 'updateCannedResponse',
  method: 'PUT',
  path: '/admin/canned-responses/{responseId}',
  summary: 'Change a canned response',
  description: 'For administrators. Messages that were sent with it stay as they are.',
  params,
  body: { kind: 'json', schema: cannedResponseInputSchema },
  status: 200,
  response: cannedResponseSchema,
  errors: [...administration.errors, 'not_found'],
});

export const deleteCannedResponse = defineRoute({
  ...administration,
  id: 'deleteCannedResponse',
  method: 'DELETE',
  path: '/admin/canned-responses/{responseId}',
  summary: 'Delete a canned response',
  description: 'For administrators.',
  params,
  status: 200,
  response: successSchema,
  errors: [...administration.errors, 'not_found'],
});

export type CannedResponse = z.output<typeof cannedResponseSchema>;
export type CannedResponseInput = z.output<typeof cannedResponseInputSchema>;
