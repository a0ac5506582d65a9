import { hasPermission, newAccountMs, newAccountThreadsMin } from '@skein/contracts/administration';
import type { ProtectionRules, SavedProtection } from '@skein/contracts/moderation';
import type { Transaction } from '@skein/db';
import { userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { SiteSettingsStore } from '../instance/index.ts';
import { chargeText, consumeAll, protectionLimits, refundAll } from './charges.ts';
import type { Charge, Cost } from './charges.ts';
import { createProtectionRules } from './protection-rules.ts';
import type { ProtectionInput } from './protection-rules.ts';
import { countNewLinks } from './repeated-text.policy.ts';
import { requirePostsLeft, requireVerifiedEmail } from './publishing-rules.ts';
import type { PublishingDependencies } from './publishing-rules.ts';
import {
  findAddingSender,
  findFollower,
  findMessageSender,
  findThreadSender,
} from './senders.queries.ts';
import type { Sender } from './senders.queries.ts';

interface Dependencies extends PublishingDependencies {
  siteSettings: Pick<SiteSettingsStore, 'current' | 'findSection' | 'saveSection'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  /** Null disables all limits. */
  rateLimitRules: RateLimitRules | null;
}

interface SentThread {
  content: string;
  /** Usernames. */
  mentions: readonly string[];
  parentId: string | null;
  /** The text and the mentions before an edit. */
  before?: { content: string; mentions: readonly string[] };
}

interface SentMessage {
  /** A user or group. */
  receiverId: string;
  content: string;
  /** The text before an edit. */
  before?: string;
}

export type ProtectionModule = ReturnType<typeof createProtectionModule>;

/**
 * Rules against abuse that need no moderator: limits of new accounts, and of texts that are sent to many
 * strangers. Moderators and verified accounts are exempt. The counts are shared by all servers.
 */
export function createProtectionModule(dependencies: Dependencies) {
  const { rateLimitRules } = dependencies;
  const rules = createProtectionRules(dependencies.siteSettings);
  const context = { ...dependencies, current: () => rules.current() };
  return {
    rules,

    describe: (): SavedProtection => ({
      version: rules.version(),
      rules: rules.current(),
      limits:
        rateLimitRules === null
          ? []
          : protectionLimits.map((name) => {
              const { max, seconds } = rateLimitRules[name];
              return { name, max, seconds };
            }),
    }),

    save: (tx: Transaction, input: ProtectionInput): Promise<void> => rules.save(tx, input),

    /** @throws AppError `email_not_verified` if the instance requires a verified email address */
    requireVerifiedEmail: (viewer: Viewer) => requireVerifiedEmail(dependencies, viewer),
    /** @throws RateLimitedError beyond the limit of the settings */
    requirePostsLeft: (viewer: Viewer, count: number) =>
      requirePostsLeft(dependencies, viewer, count),

    countThread: (viewer: Viewer, thread: SentThread) => countThread(context, viewer, thread),
    countFollow: (viewer: Viewer) => countFollow(context, viewer),
    countMessage: (viewer: Viewer, message: SentMessage) => countMessage(context, viewer, message),
    countAddedUsers: (viewer: Viewer, userIds: readonly string[]) =>
      countAddedUsers(context, viewer, userIds),

    /** Returns what was counted for a request that failed. */
    refund: (charges: readonly Charge[]): Promise<void> => refundAll(charges),
  };
}

interface Context extends Dependencies {
  current: () => ProtectionRules;
}

/**
 * Counts a thread or edit, before it is stored. An edit counts only links and mentions that it adds, and a
 * text that has become another one.
 * @throws AppError `email_not_verified`; RateLimitedError; ForbiddenError for more than a new account can ever
 * send at once
 */
async function countThread(
  context: Context,
  viewer: Viewer,
  { content, mentions, parentId, before = { content: '', mentions: [] } }: SentThread,
): Promise<Charge[]> {
  await requireVerifiedEmail(context, viewer);
  if (!isCounting(context)) return [];
  const { userId } = viewer;
  const links = countNewLinks(content, before.content);
  if (links === 0 && mentions.length === 0 && parentId === null) return [];
  const added = mentions.filter((username) => !before.mentions.includes(username));
  const sender = await findThreadSender(context.database, userId, { mentions, added, parentId });
  if (sender === null || isExempt(context, sender)) return [];
  const key = userKey(userId);
  const { strangers, addedStrangers } = sender;
  const costs: Cost[] = [];
  if (isLimited(context, sender)) {
    costs.push({ name: 'newAccountMentions', key, points: addedStrangers });
    costs.push({ name: 'newAccountLinks', key, points: links });
  }
  if (context.current().rejectsRepeatedTexts) {
    costs.push(...chargeText(key, { content, before: before.content }, strangers));
  }
  return consumeAll(context, costs, { userId, content });
}

/** @throws RateLimitedError */
async function countFollow(context: Context, { userId }: Viewer): Promise<Charge[]> {
  if (!isCounting(context)) return [];
  const sender = await findFollower(context.database, userId);
  if (sender === null || isExempt(context, sender) || !isLimited(context, sender)) return [];
  const costs = [{ name: 'newAccountFollows', key: userKey(userId), points: 1 } as const];
  return consumeAll(context, costs, { userId, content: '' });
}

/**
 * Counts a message or its edit, before it is stored. Users who follow the sender, or have written to them,
 * are no strangers.
 * @throws AppError `email_not_verified`; RateLimitedError; ForbiddenError for more links than a new account can
 * ever send at once
 */
async function countMessage(
  context: Context,
  viewer: Viewer,
  { receiverId, content, before = '' }: SentMessage,
): Promise<Charge[]> {
  await requireVerifiedEmail(context, viewer);
  if (!isCounting(context)) return [];
  const { userId } = viewer;
  const sender = await findMessageSender(context.database, userId, receiverId);
  if (sender === null || isExempt(context, sender) || sender.strangers === 0) return [];
  const key = userKey(userId);
  const costs: Cost[] = [];
  if (isLimited(context, sender)) {
    const points = sender.hasWritten ? 0 : 1;
    costs.push({ name: 'newAccountMessages', key, points });
    costs.push({ name: 'newAccountLinks', key, points: countNewLinks(content, before) });
  }
  if (context.current().rejectsRepeatedTexts) {
    costs.push(...chargeText(key, { content, before }, sender.strangers));
  }
  return consumeAll(context, costs, { userId, content });
}

/**
 * Counts strangers before they are added to a group, as first messages.
 * @throws AppError `email_not_verified`; RateLimitedError; ForbiddenError for more than a new account can ever
 * add at once
 */
async function countAddedUsers(
  context: Context,
  viewer: Viewer,
  userIds: readonly string[],
): Promise<Charge[]> {
  await requireVerifiedEmail(context, viewer);
  if (!isCounting(context) || userIds.length === 0) return [];
  const { userId } = viewer;
  const sender = await findAddingSender(context.database, userId, userIds);
  if (sender === null || isExempt(context, sender) || !isLimited(context, sender)) return [];
  const points = sender.strangers;
  const costs = [{ name: 'newAccountMessages', key: userKey(userId), points } as const];
  return consumeAll(context, costs, { userId, content: '' });
}

function isCounting({ rateLimitRules, current }: Context): boolean {
  const { limitsNewAccounts, rejectsRepeatedTexts } = current();
  return rateLimitRules !== null && (limitsNewAccounts || rejectsRepeatedTexts);
}

function isExempt({ users }: Context, sender: Sender): boolean {
  return sender.isVerified || hasPermission(users.roleOf(sender), 'moderate');
}

function isLimited({ clock, current }: Context, { createdAt, threadsCount }: Sender): boolean {
  const age = clock.now().getTime() - createdAt.getTime();
  return current().limitsNewAccounts && (age < newAccountMs || threadsCount < newAccountThreadsMin);
}
