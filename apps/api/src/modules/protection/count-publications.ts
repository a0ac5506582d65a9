import { hasPermission, newAccountMs, newAccountThreadsMin } from '@skein/contracts/administration';
import type { ProtectionRules } from '@skein/contracts/moderation';
import type { RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import { userKey } from '../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { chargeText, consumeAll } from './charges.ts';
import type { Charge, Cost } from './charges.ts';
import { requireVerifiedEmail } from './publishing-rules.ts';
import type { PublishingDependencies } from './publishing-rules.ts';
import { countNewLinks } from './repeated-text.policy.ts';
import {
  findAddingSender,
  findFollower,
  findMessageSender,
  findThreadSender,
} from './senders.queries.ts';
import type { Sender } from './senders.queries.ts';

interface Context extends PublishingDependencies {
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  /** Null disables all limits. */
  rateLimitRules: RateLimitRules | null;
  current: () => ProtectionRules;
}

export interface SentThread {
  content: string;
  /** Usernames. */
  mentions: readonly string[];
  parentId: string | null;
  /** The text and the mentions before an edit. */
  before?: { content: string; mentions: readonly string[] };
}

export interface SentMessage {
  conversationId: string;
  /** The other user of a direct conversation, which may not be stored yet. */
  receiverId: string | null;
  content: string;
  /** The text before an edit. */
  before?: string;
  /** Sent by an account of another server, which has no email address here. */
  isRemote?: boolean;
}

/**
 * Counts a thread or edit, before it is stored. An edit counts only links and mentions that it adds, and a
 * text that has become another one.
 * @throws AppError `email_not_verified`; RateLimitedError; ForbiddenError for more than a new account can ever
 * send at once
 */
export async function countThread(
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
export async function countFollow(context: Context, { userId }: Viewer): Promise<Charge[]> {
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
export async function countMessage(
  context: Context,
  viewer: Viewer,
  { content, before = '', isRemote = false, ...receivers }: SentMessage,
): Promise<Charge[]> {
  if (!isRemote) await requireVerifiedEmail(context, viewer);
  if (!isCounting(context)) return [];
  const { userId } = viewer;
  const sender = await findMessageSender(context.database, userId, receivers);
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
export async function countAddedUsers(
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
  return sender.isVerified || hasPermission(users.toRole(sender), 'moderate');
}

function isLimited({ clock, current }: Context, { createdAt, threadsCount }: Sender): boolean {
  const age = clock.now().getTime() - createdAt.getTime();
  return current().limitsNewAccounts && (age < newAccountMs || threadsCount < newAccountThreadsMin);
}
