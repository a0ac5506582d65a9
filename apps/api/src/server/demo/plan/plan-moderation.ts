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
import { createIdAt, dayMs, hourMs } from './timeline.ts';

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
type Users = PlannedModeration['users'];

const seed = 24;
const moderatorUsername = 'tunde';
export const ownerUsername = moderationAccounts.owner.username;
const [beKind = '', , noSpam = ''] = demoRules.map(({ title }) => title);

/** Plans reports, strikes, an appeal and what was done about them. */
export function planModeration(context: PlanContext): PlannedModeration {
  const build = createBuilder(context);
  const { at, idOf, ids, stamp } = build;
  const seller = { userId: idOf.seller };
  const quarreler = { userId: idOf.quarreler };
  const window = build.threadThatBegins(reportedThreads.window);
  const bridge = build.threadThatBegins(reportedThreads.bridge);
  const open = { status: 'open' } as const;
  const reports = {
    automatic: {
      ...stamp(5),
      ...open,
      ...build.about(idOf.seller),
      reason: 'spam',
      note: soldText,
      automaticRule: 'repeated_text',
    },
    seller: {
      ...stamp(6),
      ...open,
      ...build.about(idOf.seller),
      reporterId: build.memberOf('lena'),
      reason: 'spam',
      note: reportNotes.seller,
    },
    window: {
      ...stamp(26),
      ...open,
      targetType: 'thread' as const,
      targetId: window.id,
      reporterId: build.memberOf('mateo'),
      reason: 'rules',
      rules: [beKind],
      note: reportNotes.window,
    },
    quarrel: {
      ...stamp(75),
      ...build.about(idOf.quarreler),
      status: 'resolved' as const,
      reporterId: build.memberOf('priya'),
      reason: 'harassment',
      note: reportNotes.quarrel,
      resolverId: ids.moderator,
      resolvedAt: at(72),
    },
    bridge: {
      ...stamp(70),
      targetType: 'thread' as const,
      targetId: bridge.id,
      status: 'dismissed' as const,
      reporterId: build.memberOf('oskar'),
      reason: 'misinformation',
      note: reportNotes.bridge,
      resolverId: ids.owner,
      resolvedAt: at(68),
    },
  };
  const byModerator = { moderatorId: ids.moderator };
  const limit = {
    ...stamp(50),
    ...seller,
    ...byModerator,
    action: 'limit' as const,
    rules: [noSpam],
    text: strikeTexts.limit,
  };
  const warning = {
    ...stamp(220),
    ...quarreler,
    ...byModerator,
    action: 'warn' as const,
    rules: [beKind],
    text: strikeTexts.warning,
  };
  const suspension = {
    ...stamp(72),
    ...quarreler,
    ...byModerator,
    action: 'suspend' as const,
    rules: [beKind],
    text: strikeTexts.suspension,
    endsAt: build.suspendedUntil,
  };
  const windowReport = { reportId: reports.window.id };
  const decided = { status: 'upheld', deciderId: ids.owner, decidedAt: at(200) } as const;
  return {
    users: build.users,
    pendingRegistrations: [{ userId: idOf.applicant, reason: applicationText, locale: 'en' }],
    invitations: [build.invitation],
    reports: Object.values(reports),
    assignments: [{ ...windowReport, assigneeId: ids.moderator, createdAt: at(25) }],
    notes: [
      { ...stamp(24.5), ...windowReport, authorId: ids.moderator, text: moderatorNotes.report },
      {
        ...stamp(24),
        userId: window.author.id,
        authorId: ids.owner,
        text: moderatorNotes.user,
      },
    ],
    strikes: [warning, suspension, limit],
    appeals: [
      { strikeId: limit.id, text: appealTexts.limit, createdAt: at(40) },
      { strikeId: warning.id, text: appealTexts.warning, createdAt: at(210), ...decided },
    ],
    auditEntries: [
      build.act(400, ids.owner, 'change_rules'),
      build.act(390, ids.owner, 'change_protection', { fields: ['excludedHashtags'] }),
      build.act(220, ids.moderator, 'warn', { reason: warning.text }, quarreler),
      build.act(200, ids.owner, 'uphold_strike', { appealed: 'warn' }, quarreler),
      build.act(72, ids.moderator, 'suspend', { reason: suspension.text }, quarreler),
      build.act(68, ids.owner, 'dismiss', {}, { reportId: reports.bridge.id }),
      build.act(50, ids.moderator, 'limit', { reason: limit.text }, seller),
      build.act(48, ids.owner, 'create_invitation', { days: 14, usesMax: 10 }),
      build.act(25, ids.moderator, 'assign_report', { assignee: moderatorUsername }, windowReport),
      build.act(24.5, ids.moderator, 'add_note', { about: 'report' }, windowReport),
      build.act(24, ids.owner, 'add_note', { about: 'user' }, windowReport),
    ],
  };
}

/** The settings of the automatic protection. */
export const demoProtection = { excludedHashtags };

/** Times are in hours before now. */
function createBuilder({ community, threads, now }: PlanContext) {
  const random = createRandom(seed);
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const stamp = (hours: number) => ({ id: createIdAt(random, at(hours)), createdAt: at(hours) });
  const suspendedUntil = at(-96);
  const account = (name: AccountName, hours: number, fields: Partial<Users[number]> = {}) => ({
    ...stamp(hours),
    ...moderationAccounts[name],
    email: `${moderationAccounts[name].username}@skein.example`,
    ...fields,
  });
  const accounts = {
    owner: account('owner', 90 * 24, { role: 'owner' }),
    seller: account('seller', 4 * 24, { limitedAt: at(50) }),
    quarreler: account('quarreler', 30 * 24, { suspendedAt: at(72), suspendedUntil }),
    applicant: account('applicant', 2, { suspendedAt: at(2) }),
  };
  const memberOf = (username: string) => requireUser(community, username).id;
  const idOf = {
    seller: accounts.seller.id,
    quarreler: accounts.quarreler.id,
    applicant: accounts.applicant.id,
  };
  const ids = { owner: accounts.owner.id, moderator: memberOf(moderatorUsername) };
  return {
    at,
    stamp,
    idOf,
    ids,
    memberOf,
    suspendedUntil,
    users: Object.values(accounts),
    about: (targetId: string) => ({ targetType: 'user' as const, targetId }),
    threadThatBegins: (text: string): PlannedThread => {
      const found = threads.find(({ content }) => content.startsWith(text));
      if (found === undefined) throw new Error(`There is no thread with the text: ${text}`);
      return found;
    },
    invitation: {
      ...stamp(48),
      creatorId: ids.owner,
      // The hash of no code: nobody can use it.
      codeHash: new Uint8Array(32),
      expiresAt: new Date(at(48).getTime() + 14 * dayMs),
      usesMax: 10,
      usesCount: 2,
    },
    act: (
      hours: number,
      actorId: string,
      action: AuditAction,
      details: Prisma.InputJsonObject = {},
      target: { userId?: string; reportId?: string } = {},
    ): Prisma.AuditEntryCreateManyInput => ({
      ...stamp(hours),
      actorId,
      action,
      details,
      targetId: target.userId ?? target.reportId ?? null,
      targetType: target.userId !== undefined ? 'user' : target.reportId ? 'report' : null,
    }),
  };
}
