import type { Rule } from '@skein/contracts/instance';
import { ValidationError } from '../../../platform/errors.ts';

/**
 * The titles of rules, in their order.
 * @throws ValidationError for a rule that does not exist
 */
export function findRuleTitles(rules: readonly Rule[], ids: readonly string[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) {
    throw new ValidationError([{ path: 'ruleIds', message: 'error.ruleNotFound' }]);
  }
  return rules.filter(({ id }) => ids.includes(id)).map(({ title }) => title);
}
