import type { Transaction } from '@skein/db';
import type { RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { SiteSettingsStore } from '../instance/index.ts';
import { refundAll } from './charges.ts';
import type { Charge } from './charges.ts';
import { countAddedUsers, countFollow, countMessage, countThread } from './count-publications.ts';
import type { SentMessage, SentThread } from './count-publications.ts';
import { createProtectionRules, describeProtection } from './protection-rules.ts';
import type { ProtectionInput } from './protection-rules.ts';
import { requirePostsLeft, requireVerifiedEmail } from './publishing-rules.ts';
import type { PublishingDependencies } from './publishing-rules.ts';

interface Dependencies extends PublishingDependencies {
  siteSettings: Pick<SiteSettingsStore, 'current' | 'findSection' | 'saveSection'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  /** Null disables all limits. */
  rateLimitRules: RateLimitRules | null;
}

export type ProtectionModule = ReturnType<typeof createProtectionModule>;

/**
 * Rules against abuse that need no moderator: limits of new accounts, and of texts that are sent to many
 * strangers. Moderators and verified accounts are exempt. The counts are shared by all servers.
 */
export function createProtectionModule(dependencies: Dependencies) {
  const rules = createProtectionRules(dependencies.siteSettings);
  const deps = { ...dependencies, current: () => rules.current() };
  return {
    rules,
    describe: () => describeProtection(rules, dependencies.rateLimitRules),
    save: (tx: Transaction, input: ProtectionInput) => rules.save(tx, input),

    requireVerifiedEmail: (viewer: Viewer) => requireVerifiedEmail(deps, viewer),
    requirePostsLeft: (viewer: Viewer, count: number) => requirePostsLeft(deps, viewer, count),

    countThread: (viewer: Viewer, thread: SentThread) => countThread(deps, viewer, thread),
    countFollow: (viewer: Viewer) => countFollow(deps, viewer),
    countMessage: (viewer: Viewer, message: SentMessage) => countMessage(deps, viewer, message),
    countAddedUsers: (viewer: Viewer, userIds: readonly string[]) =>
      countAddedUsers(deps, viewer, userIds),
    /** Returns what was counted for a request that failed. */
    refund: (charges: readonly Charge[]) => refundAll(charges),
  };
}
