import type { LimitName } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { Consumption } from '../../platform/rate-limits/rate-limits.ts';
import type { RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import { explainRateLimit, ForbiddenError, RateLimitedError } from '../../platform/errors.ts';
import { reportAutomatically } from './automatic-reports.repository.ts';
import { toRepeatedTextKey } from './repeated-text.policy.ts';

interface Dependencies {
  database: Database;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  /** Null disables all limits. */
  rateLimitRules: RateLimitRules | null;
}

export const protectionLimits = [
  'newAccountMentions',
  'newAccountLinks',
  'newAccountFollows',
  'newAccountMessages',
  'repeatedTexts',
] as const satisfies readonly LimitName[];

type ProtectionLimitName = (typeof protectionLimits)[number];

/** What was counted for a request, and is returned to its user if the request fails. */
export type Charge = Pick<Consumption, 'refund'>;

/** What a request costs. */
export interface Cost {
  name: ProtectionLimitName;
  key: string;
  points: number;
}

/** Nothing for an edit that only changes mentions, letter case, spaces or punctuation. */
export function chargeText(
  key: string,
  { content, before = '' }: { content: string; before?: string },
  strangers: number,
): Cost[] {
  const text = strangers === 0 ? null : toRepeatedTextKey(content);
  if (text === null || text === toRepeatedTextKey(before)) return [];
  return [{ name: 'repeatedTexts', key: `${key}:${text}`, points: strangers }];
}

/** All or none. */
export async function consumeAll(
  dependencies: Pick<Dependencies, 'database' | 'rateLimiter' | 'rateLimitRules'>,
  costs: readonly Cost[],
  { userId, content }: { userId: string; content: string },
): Promise<Charge[]> {
  requirePossible(dependencies, costs);
  const consumed: Charge[] = [];
  for (const each of costs) {
    if (each.points === 0) continue;
    try {
      consumed.push(await dependencies.rateLimiter.consume(each.name, each.key, each.points));
    } catch (error) {
      await refundAll(consumed);
      if (!(error instanceof RateLimitedError)) throw error;
      if (each.name === 'repeatedTexts') {
        const report = { rule: 'repeated_text', userId, note: content } as const;
        await reportAutomatically(dependencies.database, report);
      }
      throw explainRateLimit(error, reasons[each.name]);
    }
  }
  return consumed;
}

/**
 * A request for more than the limit can never succeed. A text is an exception: the rate limits cap its
 * points, because it may be sent once to any number of strangers.
 * @throws ForbiddenError for a request that a new account can never make
 */
function requirePossible(
  { rateLimitRules }: Pick<Dependencies, 'rateLimitRules'>,
  costs: readonly Cost[],
): void {
  for (const { name, points } of costs) {
    if (name === 'repeatedTexts' || points <= (rateLimitRules?.[name].max ?? Infinity)) continue;
    throw new ForbiddenError(reasons[name]);
  }
}

export async function refundAll(charges: readonly Charge[]): Promise<void> {
  for (const charge of charges) await charge.refund();
}

const reasons = {
  newAccountMentions: 'error.newAccountMentions',
  newAccountLinks: 'error.newAccountLinks',
  newAccountFollows: 'error.newAccountFollows',
  newAccountMessages: 'error.newAccountMessages',
  repeatedTexts: 'error.repeatedTexts',
} as const satisfies Record<ProtectionLimitName, string>;
