import { z } from 'zod';
import { automaticRules, reportReasons, reportTargetTypes, userRoles } from '../administration.ts';
import { isoTime, uuid } from '../http/index.ts';

/** The user fields that administrators need. Excludes the email address. */
export const namedUserSchema = z
  .object({ id: uuid, name: z.string(), username: z.string(), isSuspended: z.boolean() })
  .meta({ id: 'NamedUser' });

export const adminReportSchema = z
  .object({
    id: uuid,
    targetType: z.enum(reportTargetTypes),
    targetId: uuid,
    reason: z.enum(reportReasons),
    rules: z.array(z.string()).describe('Titles of the broken rules, as they were when reported'),
    note: z.string().nullable(),
    status: z.enum(['open', 'resolved', 'dismissed']),
    createdAt: isoTime,
    resolvedAt: isoTime.nullable(),
    reporter: namedUserSchema.nullable(),
    user: namedUserSchema
      .nullable()
      .describe(
        'The reported user, or the author of the reported content; null for a group and for a deleted account',
      ),
    assignee: namedUserSchema.nullable().describe('Who handles the report'),
    userRole: z.enum(userRoles).nullable(),
    automaticRule: z
      .enum(automaticRules)
      .nullable()
      .describe('The rule of the automatic protection that added the report; null for users'),
    server: z
      .string()
      .nullable()
      .describe('The other server that has sent the report, without a reporter; null for others'),
    text: z
      .string()
      .nullable()
      .describe('Text of the thread or message, or name of the group; null if deleted'),
  })
  .meta({ id: 'AdminReport' });

export const adminUserSchema = namedUserSchema
  .extend({
    picture: z.string().nullable(),
    isUserVerified: z.boolean(),
    isAdmin: z.boolean().describe('Whether the role is `admin` or `owner`'),
    role: z.enum(userRoles),
    isRoleFixed: z.boolean().describe('Whether `ADMIN_EMAILS` sets the role'),
    suspendedAt: isoTime.nullable(),
    suspendedUntil: isoTime.nullable(),
    isLimited: z.boolean(),
    isFrozen: z.boolean(),
    strikesCount: z.number().int().describe('Those that were not lifted'),
    hasStrikes: z.boolean().describe('Whether there are any, also lifted ones'),
    registrationAddress: z
      .string()
      .nullable()
      .describe(
        'The IP address from which a member has created the account; null for others, after `addressDays` of the settings, and for moderators who cannot block addresses',
      ),
    createdAt: isoTime,
    lastActiveAt: isoTime
      .nullable()
      .describe('The last activity in a session; null if none is stored'),
    threadsCount: z.number().int(),
    followersCount: z.number().int(),
    openReportsCount: z.number().int().describe('About the user, their threads and messages'),
  })
  .meta({ id: 'AdminUser' });

export const adminThreadSchema = z
  .object({
    id: uuid,
    content: z.string(),
    mediaCount: z.number().int(),
    createdAt: isoTime,
    author: namedUserSchema,
    openReportsCount: z.number().int(),
  })
  .meta({ id: 'AdminThread' });

export const auditEntrySchema = z
  .object({
    id: uuid,
    action: z.string().describe('Such as `suspend`, `remove_thread` or `promote`'),
    createdAt: isoTime,
    actor: namedUserSchema
      .nullable()
      .describe('The administrator; null for the command line and for a deleted account'),
    isCommandLine: z.boolean(),
    targetType: z.string().nullable().describe('`user`, `thread` or `report`'),
    targetId: uuid.nullable(),
    user: namedUserSchema
      .nullable()
      .describe(
        'The account that was changed, whose thread was removed or that was reported; null if it is deleted, and for reports of the viewer',
      ),
    reason: z.string().nullable(),
    reportReason: z.string().nullable().describe('The reason of the report, if it is the target'),
    details: z.record(z.string(), z.unknown()).describe('Everything else that was recorded'),
  })
  .meta({ id: 'AuditEntry' });

const count = z.number().int();

export const statsSchema = z
  .object({
    accounts: count,
    activeAccounts: count.describe('Signed in within the last 30 days'),
    suspendedAccounts: count,
    pendingAccounts: count.describe('Waiting for approval'),
    threads: count.describe('Replies included'),
    messages: count,
    mediaFiles: count,
    mediaBytes: z.number(),
    openReports: count,
  })
  .meta({ id: 'Stats' });

export type NamedUser = z.infer<typeof namedUserSchema>;
export type AdminReport = z.infer<typeof adminReportSchema>;
export type AdminUser = z.infer<typeof adminUserSchema>;
export type AdminThread = z.infer<typeof adminThreadSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export type Stats = z.infer<typeof statsSchema>;
