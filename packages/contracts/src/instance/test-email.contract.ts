import { z } from 'zod';
import { defineRoute } from '../http/index.ts';

const testEmailSchema = z
  .object({
    outcome: z
      .enum(['accepted', 'failed', 'no_mail_server'])
      .describe('`accepted` by the mail server, which may still return it later'),
    email: z.string().describe('The address of your account'),
    error: z
      .string()
      .nullable()
      .describe(
        'The response of the mail server or the reason why there is none, without passwords',
      ),
  })
  .meta({ id: 'TestEmail' });

export const sendTestEmail = defineRoute({
  id: 'sendTestEmail',
  runsInParallel: true,
  method: 'POST',
  path: '/admin/test-email',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Send an email to yourself to test the mail server',
  description:
    'Waits at most 15 seconds for the mail server and does not retry. A 409 if your account has no email address.',
  auth: 'bearer',
  status: 200,
  response: testEmailSchema,
  errors: ['forbidden', 'two_factor_required', 'conflict'],
});

export type TestEmail = z.output<typeof testEmailSchema>;
