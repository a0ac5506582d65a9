import type { Transaction } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { lockAccounts } from '../../users/index.ts';
import type { PasskeysRepository } from '../passkeys/passkeys.repository.ts';
import type { SessionEndLinks } from './session-end-links.ts';
import type { Sessions } from './sessions.ts';

interface Dependencies {
  links: SessionEndLinks;
  challenges: Pick<PasskeysRepository, 'useChallenge'>;
  sessions: Pick<Sessions, 'revokeAll' | 'forget'>;
  transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;
  clock: Clock;
}

/**
 * Ends all sessions of an account with the token of a security email, which is valid once.
 * @throws ValidationError for an invalid token
 */
export async function endAllSessionsByLink(
  { links, challenges, sessions, transaction, clock }: Dependencies,
  token: string,
): Promise<void> {
  const link = links.read(token, clock.now());
  if (link === null) throw invalidLink();
  const ended = await transaction(async (tx) => {
    await lockAccounts(tx, [link.userId]);
    if (!(await challenges.useChallenge(tx, link))) throw invalidLink();
    return sessions.revokeAll(tx, link.userId);
  });
  sessions.forget(ended);
}

function invalidLink(): ValidationError {
  const message = 'error.linkInvalid';
  return new ValidationError([{ path: 'token', message }]);
}
