import { z } from 'zod';
import {
  accessBlockDaysMax,
  accessBlockKinds,
  accessBlocksMax,
  accessBlockValueMaxLength,
} from '../administration.ts';
import {
  booleanField,
  defineRoute,
  isoTime,
  issueMessage,
  successSchema,
  textField,
  uuid,
} from '../http/index.ts';
import { adminReasonMaxLength } from '../limits.ts';

const accessBlockSchema = z
  .object({
    id: uuid,
    kind: z.enum(accessBlockKinds),
    value: z.string().describe('A domain in ASCII, or a range of IP addresses in CIDR notation'),
    blocksAllAccess: z.boolean().describe('Whether all requests from the range are rejected'),
    reason: z.string().describe('For administrators; may be empty'),
    createdAt: isoTime,
    expiresAt: isoTime.nullable(),
  })
  .meta({ id: 'AccessBlock' });

export const listAccessBlocks = defineRoute({
  id: 'listAccessBlocks',
  method: 'GET',
  path: '/admin/blocks',
  tag: 'Administration',
  summary: 'List blocked email domains and IP addresses, latest first',
  description: `At most ${accessBlocksMax}. Ended blocks are not listed.`,
  auth: 'bearer',
  status: 200,
  response: z.array(accessBlockSchema),
  errors: ['forbidden', 'two_factor_required'],
});

const daysError = issueMessage('error.mustBeWholeNumber', {
  label: 'error.label.days',
  min: 1,
  max: accessBlockDaysMax,
});

export const createAccessBlock = defineRoute({
  id: 'createAccessBlock',
  method: 'POST',
  path: '/admin/blocks',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Block an email domain or a range of IP addresses',
  description:
    'A domain also blocks its subdomains. A 409 if it is blocked already, there are too many blocks, or the request comes from the range.',
  auth: 'bearer',
  body: {
    kind: 'json',
    schema: z.object({
      kind: z.enum(accessBlockKinds, {
        error: issueMessage('error.accessBlockKind', { values: accessBlockKinds.join(', ') }),
      }),
      value: textField({
        max: accessBlockValueMaxLength,
        label: 'error.label.value',
        required: true,
      }),
      blocksAllAccess: booleanField
        .optional()
        .describe('Rejects all requests, not only registrations; only for IP addresses'),
      reason: textField({ max: adminReasonMaxLength, label: 'error.label.reason' }).optional(),
      days: z
        .number({ error: daysError })
        .int({ error: daysError })
        .min(1, { error: daysError })
        .max(accessBlockDaysMax, { error: daysError })
        .nullish()
        .describe('The days until the block ends; by default it does not end'),
    }),
  },
  status: 201,
  response: accessBlockSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export const deleteAccessBlock = defineRoute({
  id: 'deleteAccessBlock',
  method: 'DELETE',
  path: '/admin/blocks/{blockId}',
  tag: 'Administration',
  summary: 'End a block',
  auth: 'bearer',
  params: z.object({ blockId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export type AccessBlock = z.output<typeof accessBlockSchema>;
