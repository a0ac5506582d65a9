import type { AuditAction } from '@skein/contracts/administration';
import type { Prisma } from '@skein/db';
import {
  appealTexts,
  applicationText,
  excludedHashtags,
  moderationAccounts,
  moderatorNotes,
  reportedThreads,
  reportNotes,
  soldText,
  strikeTexts,
} from '../content/moderation.ts';
import { demoRules } from '../content/instance.ts';
import { createRandom } from '../random.ts';
import type { PlannedThread } from './plan-threads.ts';
import { requireUser, type Community } from './plan-users.ts';
import { createIdAt } from './timeline.ts';
import { hourMs } from '../../platform/clock.ts';

export interface PlannedModeration {
  users: Omit<Prisma.UserCreateManyInput, 'passwordHash'>[];
  pendingRegistrations: Prisma.PendingRegistrationCreateManyInput[];
  invitations: Prisma.InvitationCreateManyInput[];
  reports: Prisma.ReportCreateManyInput[];
  assignments: Prisma.ReportAssignmentCreateManyInput[];
  notes: Prisma.ModerationNoteCreateManyInput[];
  strikes: Prisma.StrikeCreateManyInput[];
  appeals: Prisma.AppealCreateManyInput[];
  auditEntries: Prisma.AuditEntryCreateManyInput[];
}

interface PlanContext {
  community: Community;
  threads: readonly PlannedThread[];
  now: Date;
}

type AccountName = keyof typeof moderationAccounts;

const seed = 24;
const moderatorUsername = 'tunde';
export const ownerUsername = moderationAccounts.owner.username;
const [beKind = '', , noSpam = ''] = demoRules.map(({ title }) => title);

/** Plans reports, strikes, an appeal and what was done about them. */
export function planModeration(context: PlanContext): PlannedModeration {
  const builder = createBuilder(context);
  const { accounts, stamp, at } = builder;
  const reports = planReports(builder);
  const strikes = planStrikes(builder);
  const { applicant, owner } = accounts;
  const invitation = {
    ...stamp(48),
    creatorId: owner.id,
    // The hash of no code: nobody can use it.
    codeHash: new Uint8Array(32),
    expiresAt: at(48 - 14 * 24),
    usesMax: 10,
    usesCount: 2,
  };
  return {
    users: Object.values(accounts),
    pendingRegistrations: [{ userId: applicant.id, reason: applicationText, locale: 'en' }],
    invitations: [invitation],
    reports: Object.values(reports),
    ...planHandling(builder, reports),
    strikes: Object.values(strikes),
    appeals: planAppeals(builder, strikes),
    auditEntries: planAudit(builder, reports, strikes),
  };
}

/** The settings of the automatic protection. */
export const demoProtection = { excludedHashtags };

type Builder = ReturnType<typeof createBuilder>;

/** Times are in hours before now. */
function createBuilder({ community, threads, now }: PlanContext) {
  const random = createRandom(seed);
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const stamp = (hours: number) => ({ id: createIdAt(random, at(hours)), createdAt: at(hours) });
  const account = (
    name: AccountName,
    hours: number,
    fields: Omit<Partial<Prisma.UserCreateManyInput>, 'id' | 'username'>,
  ) => ({
    ...stamp(hours),
    ...moderationAccounts[name],
    email: `${moderationAccounts[name].username}@skein.example`,
    ...fields,
  });
  const suspendedUntil = at(-96);
  const getMember = (username: string) => requireUser(community, username).id;
  return {
    at,
    stamp,
    suspendedUntil,
    accounts: {
      owner: account('owner', 90 * 24, { role: 'owner' }),
      seller: account('seller', 4 * 24, { limitedAt: at(50) }),
      quarreler: account('quarreler', 30 * 24, { suspendedAt: at(72), suspendedUntil }),
      applicant: account('applicant', 2, { suspendedAt: at(2) }),
    },
    getMember,
    moderatorId: getMember(moderatorUsername),
    threadThatBegins: (text: string): PlannedThread => {
      const found = threads.find(({ content }) => content.startsWith(text));
      if (found === undefined) throw new Error(`There is no thread with the text: ${text}`);
      return found;
    },
  };
}

function planReports(builder: Builder) {
  const { at, stamp, accounts, getMember, moderatorId, threadThatBegins } = builder;
  const about = (targetId: string) => ({ targetType: 'user' as const, targetId });
  const aboutThread = (text: string) => ({
    targetType: 'thread' as const,
    targetId: threadThatBegins(text).id,
  });
  const { seller, quarreler, owner } = accounts;
  return {
    automatic: {
      ...stamp(5),
      ...about(seller.id),
      reason: 'spam',
      note: soldText,
      automaticRule: 'repeated_text',
    },
    seller: {
      ...stamp(6),
      ...about(seller.id),
      reporterId: getMember('lena'),
      reason: 'spam',
      note: reportNotes.seller,
    },
    window: {
      ...stamp(26),
      ...aboutThread(reportedThreads.window),
      reporterId: getMember('mateo'),
      reason: 'rules',
      rules: [beKind],
      note: reportNotes.window,
    },
    quarrel: {
      ...stamp(75),
      ...about(quarreler.id),
      reporterId: getMember('priya'),
      reason: 'harassment',
      note: reportNotes.quarrel,
      status: 'resolved' as const,
      resolverId: moderatorId,
      resolvedAt: at(72),
    },
    bridge: {
      ...stamp(70),
      ...aboutThread(reportedThreads.bridge),
      reporterId: getMember('oskar'),
      reason: 'misinformation',
      note: reportNotes.bridge,
      status: 'dismissed' as const,
      resolverId: owner.id,
      resolvedAt: at(68),
    },
  };
}

type Reports = ReturnType<typeof planReports>;

/** Who handles a report, and the notes about it. */
function planHandling(
  { at, stamp, accounts, moderatorId, threadThatBegins }: Builder,
  { window: { id: reportId } }: Reports,
): Pick<PlannedModeration, 'assignments' | 'notes'> {
  const { author } = threadThatBegins(reportedThreads.window);
  return {
    assignments: [{ reportId, assigneeId: moderatorId, createdAt: at(25) }],
    notes: [
      { ...stamp(24.5), reportId, authorId: moderatorId, text: moderatorNotes.report },
      { ...stamp(24), userId: author.id, authorId: accounts.owner.id, text: moderatorNotes.user },
    ],
  };
}

function planStrikes({ stamp, accounts, moderatorId, suspendedUntil }: Builder) {
  const { seller, quarreler } = accounts;
  return {
    warning: {
      ...stamp(220),
      userId: quarreler.id,
      moderatorId,
      action: 'warn' as const,
      rules: [beKind],
      text: strikeTexts.warning,
    },
    suspension: {
      ...stamp(72),
      userId: quarreler.id,
      moderatorId,
      action: 'suspend' as const,
      rules: [beKind],
      text: strikeTexts.suspension,
      endsAt: suspendedUntil,
    },
    limit: {
      ...stamp(50),
      userId: seller.id,
      moderatorId,
      action: 'limit' as const,
      rules: [noSpam],
      text: strikeTexts.limit,
    },
  };
}

type Strikes = ReturnType<typeof planStrikes>;

function planAppeals(
  { at, accounts }: Builder,
  { limit, warning }: Strikes,
): PlannedModeration['appeals'] {
  const upheld = { status: 'upheld', deciderId: accounts.owner.id, decidedAt: at(200) } as const;
  return [
    { strikeId: limit.id, text: appealTexts.limit, createdAt: at(40) },
    { strikeId: warning.id, text: appealTexts.warning, createdAt: at(210), ...upheld },
  ];
}

function planAudit(
  { stamp, accounts, moderatorId }: Builder,
  { window, bridge }: Reports,
  { warning, suspension, limit }: Strikes,
): PlannedModeration['auditEntries'] {
  const ownerId = accounts.owner.id;
  const entry = (
    hours: number,
    actorId: string,
    action: AuditAction,
    { details = {}, ...target }: AuditedTarget = {},
  ) => ({ ...stamp(hours), actorId, action, details, ...target });
  const user = (targetId: string) => ({ targetType: 'user', targetId });
  const onWindow = { targetType: 'report', targetId: window.id };
  const onQuarreler = user(warning.userId);
  return [
    entry(400, ownerId, 'change_rules'),
    entry(390, ownerId, 'change_protection', { details: { fields: ['excludedHashtags'] } }),
    entry(220, moderatorId, 'warn', { ...onQuarreler, details: { reason: warning.text } }),
    entry(200, ownerId, 'uphold_strike', { ...onQuarreler, details: { appealed: 'warn' } }),
    entry(72, moderatorId, 'suspend', { ...onQuarreler, details: { reason: suspension.text } }),
    entry(68, ownerId, 'dismiss', { targetType: 'report', targetId: bridge.id }),
    entry(50, moderatorId, 'limit', { ...user(limit.userId), details: { reason: limit.text } }),
    entry(48, ownerId, 'create_invitation', { details: { days: 14, usesMax: 10 } }),
    entry(25, moderatorId, 'assign_report', {
      ...onWindow,
      details: { assigneeId: moderatorId },
    }),
    entry(24.5, moderatorId, 'add_note', { ...onWindow, details: { about: 'report' } }),
    entry(24, ownerId, 'add_note', { ...onWindow, details: { about: 'user' } }),
  ];
}

interface AuditedTarget {
  targetType?: string;
  targetId?: string;
  details?: Prisma.InputJsonObject;
}
