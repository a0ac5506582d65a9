import { withValues } from '@skein/messages';
import { ValidationError } from '../../../platform/errors.ts';
import { normalizeIpRange } from '../../instance/index.ts';
import { toRepeatedTextKey } from '../../protection/index.ts';
import type { AccountFilter } from './account-candidates.queries.ts';

/** As a moderator has written it. Empty texts filter nothing. */
export interface AccountQuery {
  q: string;
  /** An IP address or a range of them. */
  address: string;
  /** What the accounts have posted. */
  text: string;
}

/** @throws ValidationError for an invalid IP address and for a text that is too short */
export function toAccountFilter(
  { q, address, text }: AccountQuery,
  adminEmails: readonly string[],
): AccountFilter {
  const addresses = address.trim() === '' ? null : normalizeIpRange(address);
  if (addresses === null && address.trim() !== '') {
    const message = 'error.accessBlockRange';
    throw new ValidationError([{ path: 'address', message }]);
  }
  const textKey = text.trim() === '' ? null : toRepeatedTextKey(text);
  if (textKey === null && text.trim() !== '') {
    const message = withValues('error.postedTextShort', { min: 20 });
    throw new ValidationError([{ path: 'text', message }]);
  }
  return { q, addresses, textKey, adminEmails };
}
