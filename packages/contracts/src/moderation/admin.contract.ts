import type { LabelKey } from '@skein/messages';
import { z } from 'zod';
import {
  booleanField,
  defineDownload,
  defineRoute,
  issueMessage,
  limitedText,
  pageSchema,
  pageQuery,
  successSchema,
  textField,
  wireText,
} from '../http/index.ts';
import { adminPageSize, adminReasonMaxLength } from '../limits.ts';
import {
  accessBlockValueMaxLength,
  auditActions,
  postedTextMaxLength,
  reportAssignees,
  reportTargetTypes,
  userRoles,
} from '../administration.ts';
import {
  adminUserSchema,
  adminReportSchema,
  adminThreadSchema,
  auditEntrySchema,
  statsSchema,
} from './admin.schemas.ts';

// All of these require a role above `member` and return 403 for everyone else, even for unknown ids.

const reasonBody = {
  kind: 'json',
  schema: z.object({
    reason: textField({ max: adminReasonMaxLength, label: 'error.label.reason', required: true }),
  }),
} as const;

const userParams = z.object({ userId: z.string() });
const threadParams = z.object({ threadId: z.string() });

const usernameFilter = (label: LabelKey) => limitedText(label, 200).default('');

export const listReports = defineRoute({
  id: 'listReports',
  method: 'GET',
  path: '/admin/reports',
  tag: 'Administration',
  summary: 'List reports, latest first',
  description: 'Empty filters filter nothing.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    status: z
      .enum(['open', 'resolved'], { error: issueMessage('error.statusUnknown') })
      .default('open')
      .describe('`resolved` includes dismissed reports'),
    assignee: z
      .enum(['', ...reportAssignees], { error: issueMessage('error.assignmentUnknown') })
      .default(''),
    targetType: z
      .enum(['', ...reportTargetTypes], { error: issueMessage('error.typeUnknown') })
      .default(''),
    rule: limitedText('error.label.theRule', 200)
      .default('')
      .describe('The title of a broken rule'),
    user: usernameFilter('error.label.reportedUser').describe(
      'The username of the reported user or author',
    ),
    reporter: usernameFilter('error.label.reporter').describe('The username of the reporter'),
  }),
  status: 200,
  response: pageSchema(adminReportSchema).meta({ id: 'AdminReportsPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

export const dismissReport = defineRoute({
  id: 'dismissReport',
  method: 'POST',
  path: '/admin/reports/{reportId}/dismiss',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Dismiss a report',
  description: 'A 409 if the report was resolved or dismissed before.',
  auth: 'bearer',
  params: z.object({ reportId: z.string() }),
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const listAdminUsers = defineRoute({
  id: 'listAdminUsers',
  method: 'GET',
  path: '/admin/users',
  tag: 'Administration',
  summary: 'List accounts, latest first, optionally filtered',
  description:
    'Empty filters filter nothing. A name of one or two characters is found at the beginning of words.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend({
    q: limitedText('error.label.text', 200).default('').describe('A part of the name or username'),
    address: wireText('error.label.ipAddress')
      .max(accessBlockValueMaxLength, { error: issueMessage('error.addressLong') })
      .default('')
      .describe(
        'The IP address from which accounts were created, or a range such as `203.0.113.0/24`. Only finds members whose address is still kept. Only for administrators',
      ),
    text: limitedText('error.label.text', postedTextMaxLength)
      .default('')
      .describe(
        'What the accounts have posted. Mentions, letter case, spaces and punctuation do not matter. At least 20 letters',
      ),
  }),
  status: 200,
  response: pageSchema(adminUserSchema).meta({ id: 'AdminUsersPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

export const verifyUser = defineRoute({
  id: 'verifyUser',
  method: 'PUT',
  path: '/admin/users/{userId}/verified',
  tag: 'Administration',
  summary: 'Add or remove the verified badge',
  auth: 'bearer',
  params: userParams,
  body: { kind: 'json', schema: z.object({ isVerified: booleanField }) },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const changeRole = defineRoute({
  id: 'changeRole',
  method: 'PUT',
  path: '/admin/users/{userId}/role',
  tag: 'Administration',
  summary: 'Change the role of an account',
  description:
    'Owners give every role, administrators those below their own, to accounts below their own role. Revokes the invitations of an account that becomes a member or moderator. A 400 for yourself, a 409 for an account whose role `ADMIN_EMAILS` sets.',
  auth: 'bearer',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({ role: z.enum(userRoles, { error: issueMessage('error.unknownRole') }) }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const suspendUser = defineRoute({
  id: 'suspendUser',
  method: 'POST',
  path: '/admin/users/{userId}/suspend',
  takesIdempotencyKey: true,
  tag: 'Administration',
  summary: 'Suspend an account: ends its sessions and hides it from everyone',
  description:
    'Resolves open reports about the user, their threads and messages. Repeating it changes nothing. A 400 for yourself, a 409 for an administrator, and for an account whose role is not lower than yours.',
  auth: 'bearer',
  params: userParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const unsuspendUser = defineRoute({
  id: 'unsuspendUser',
  method: 'POST',
  path: '/admin/users/{userId}/unsuspend',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Lift the suspension of an account',
  auth: 'bearer',
  params: userParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const purgeUser = defineRoute({
  id: 'purgeUser',
  runsInParallel: true,
  method: 'POST',
  path: '/admin/users/{userId}/purge',
  takesIdempotencyKey: false,
  tag: 'Administration',
  summary: 'Delete an account with everything it published; this cannot be undone',
  description:
    'Resolves open reports about the user. Large accounts are deleted in the background; nobody sees them meanwhile. A 400 for yourself and for another username than that of the account, a 409 for an account whose role is not lower than yours.',
  auth: 'bearer',
  params: userParams,
  body: {
    kind: 'json',
    schema: z.object({
      username: textField({ max: 200, label: 'error.label.theUsername', required: true }).describe(
        'That of the account, as a confirmation',
      ),
      reason: textField({
        max: adminReasonMaxLength,
        label: 'error.label.reason',
        required: true,
      }).describe('For the audit log'),
    }),
  },
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const getAdminThread = defineRoute({
  id: 'getAdminThread',
  method: 'GET',
  path: '/admin/threads/{threadId}',
  tag: 'Administration',
  summary: 'Get a thread, regardless of its visibility',
  auth: 'bearer',
  params: threadParams,
  status: 200,
  response: adminThreadSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found'],
});

export const removeThread = defineRoute({
  id: 'removeThread',
  method: 'DELETE',
  path: '/admin/threads/{threadId}',
  tag: 'Administration',
  summary: 'Delete a thread of any user',
  description: 'Resolves open reports about the thread.',
  auth: 'bearer',
  params: threadParams,
  body: reasonBody,
  status: 200,
  response: successSchema,
  errors: ['forbidden', 'two_factor_required', 'not_found', 'conflict'],
});

export const getStats = defineRoute({
  id: 'getStats',
  method: 'GET',
  path: '/admin/stats',
  tag: 'Administration',
  summary: 'Get statistics of the instance',
  auth: 'bearer',
  status: 200,
  response: statsSchema,
  errors: ['forbidden', 'two_factor_required'],
});

const auditFilters = {
  actor: usernameFilter('error.label.actor').describe('The username of who acted'),
  user: usernameFilter('error.label.reportedUser').describe(
    'The username of the account that was changed, or whose thread was removed',
  ),
  action: z
    .enum(['', ...auditActions], { error: issueMessage('error.strikeActionUnknown') })
    .default(''),
};

export const listAuditEntries = defineRoute({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/admin/audit',
  tag: 'Administration',
  summary: 'List the audit log of administrator actions, latest first',
  description: 'The filters are usernames and an action; empty ones filter nothing.',
  auth: 'bearer',
  query: pageQuery({ defaultSize: adminPageSize }).safeExtend(auditFilters),
  status: 200,
  response: pageSchema(auditEntrySchema).meta({ id: 'AuditEntriesPage' }),
  errors: ['forbidden', 'two_factor_required'],
});

export const downloadAuditLog = defineDownload({
  id: 'downloadAuditLog',
  method: 'GET',
  path: '/admin/audit/export',
  tag: 'Administration',
  summary: 'Download the audit log as a CSV file, latest first',
  description:
    'The same filters as the list. A cell that a spreadsheet would run as a formula begins with an apostrophe. One download at a time per user.',
  auth: 'bearer',
  query: z.object(auditFilters),
  status: 200,
  download: { contentType: 'text/csv; charset=utf-8' },
  errors: ['forbidden', 'two_factor_required'],
});
