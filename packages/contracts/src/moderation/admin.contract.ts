import { z } from 'zod';
import {
  booleanField,
  defineRoute,
  pageOf,
  pageQuery,
  successSchema,
  textField,
  wireText,
} from '../http/index.ts';
import { adminPageSize, adminReasonMaxLength } from '../limits.ts';
import {
  adminUserSchema,
  adminReportSchema,
  adminThreadSchema,
  auditEntrySchema,
  statsSchema,
} from './admin.schemas.ts';

// All of these are for administrators alone: a 403 for everybody else, whatever they name.

const reasonBody = {
  kind: 'json',
  schema: z.object({
    reason: textField({ max: adminReasonMaxLength, label: 'The reason', required: true }),
  }),
} as const;

const userParams = z.object({ userId: z.string() });
const threadParams = z.object({ threadId: z.string() });

export const listReports = defineRoute({
  id: 'listReports',
  method: 'GET',
  path: '/admin/reports',
  tag: 'Administration',
  summary: 'What people reported, the latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    status: z
      .enum(['open', 'resolved'], { error: 'The status must be open or resolved.' })
      .default('open')
      .describe('`resolved`: decided, one way or the other'),
  }),
  status: 200,
  response: pageOf(adminReportSchema).meta({ id: 'AdminReportsPage' }),
  errors: ['forbidden'],
});

export const dismissReport = defineRoute({
  id: 'dismissReport',
  method: 'POST',
  path: '/admin/reports/{reportId}/dismiss',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Close a report with nothing done',
  description: 'Again it changes nothing; once it is resolved it is a conflict.',
  auth: 'bearer',
  params: z.object({ reportId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found', 'conflict'],
});

export const listAdminUsers = defineRoute({
  id: 'listAdminPeople',
  method: 'GET',
  path: '/admin/people',
  tag: 'Administration',
  summary: 'All accounts, or those with a text in their name or username, the latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    q: wireText('The text')
      .max(200, { error: 'The text can be at most 200 characters long.' })
      .default(''),
  }),
  status: 200,
  response: pageOf(adminUserSchema).meta({ id: 'AdminPeoplePage' }),
  errors: ['forbidden'],
});

export const verifyUser = defineRoute({
  id: 'verifyUser',
  method: 'PUT',
  path: '/admin/people/{userId}/verified',
  tag: 'Administration',
  summary: 'Put the badge of a verified account beside a name, or take it away',
  auth: 'bearer',
  params: userParams,
  body: { kind: 'json', schema: z.object({ isVerified: booleanField }) },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});

export const suspendUser = defineRoute({
  id: 'suspendUser',
  method: 'POST',
  path: '/admin/people/{userId}/suspend',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Shut an account: its sessions end, and nobody sees it',
  description:
    'Open reports about the person and what they wrote are resolved. Again it changes nothing. Oneself is a 400, another administrator a conflict.',
  auth: 'bearer',
  params: userParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found', 'conflict'],
});

export const unsuspendUser = defineRoute({
  id: 'unsuspendUser',
  method: 'POST',
  path: '/admin/people/{userId}/unsuspend',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Open a suspended account again',
  auth: 'bearer',
  params: userParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});

export const getAdminThread = defineRoute({
  id: 'getAdminThread',
  method: 'GET',
  path: '/admin/threads/{threadId}',
  tag: 'Administration',
  summary: 'A thread, whoever may see it',
  auth: 'bearer',
  params: threadParams,
  status: 200,
  response: adminThreadSchema,
  errors: ['forbidden', 'not_found'],
});

export const removeThread = defineRoute({
  id: 'removeThread',
  method: 'DELETE',
  path: '/admin/threads/{threadId}',
  tag: 'Administration',
  summary: 'Delete a thread as its author would',
  description: 'Open reports of it are resolved.',
  auth: 'bearer',
  params: threadParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'not_found'],
});

export const getStats = defineRoute({
  id: 'getFigures',
  method: 'GET',
  path: '/admin/figures',
  tag: 'Administration',
  summary: 'How much there is of everything',
  auth: 'bearer',
  status: 200,
  response: statsSchema,
  errors: ['forbidden'],
});

export const listAuditEntries = defineRoute({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/admin/audit',
  tag: 'Administration',
  summary: 'The audit log: what administrators did, the latest first',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }),
  status: 200,
  response: pageOf(auditEntrySchema).meta({ id: 'AuditEntriesPage' }),
  errors: ['forbidden'],
});
