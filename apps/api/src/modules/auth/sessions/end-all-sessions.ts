import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { lockAccounts } from '../../users/index.ts';
import type { SessionEndLinks } from './session-end-links.ts';
import type { Sessions } from './sessions.ts';
import { consumeChallenge } from '../passkeys/passkeys.repository.ts';

interface Dependencies {
  links: SessionEndLinks;
  database: Database;
  sessions: Pick<Sessions, 'revokeAll' | 'forget'>;
  clock: Clock;
}

/** Signs out all devices of the account. */
export async function endAllSessions(
  { database, sessions }: Pick<Dependencies, 'database' | 'sessions'>,
  userId: string,
): Promise<void> {
  const ended = await database.$transaction((tx) => sessions.revokeAll(tx, userId));
  sessions.forget(ended);
}

/**
 * Ends all sessions of an account with the token of a security email, which is valid once.
 * @throws ValidationError for an invalid token
 */
export async function endAllSessionsByLink(
  { database, links, sessions, clock }: Dependencies,
  token: string,
): Promise<void> {
  const link = links.read(token, clock.now());
  if (link === null) throw invalidLink();
  const ended = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [link.userId]);
    if (!(await consumeChallenge(tx, link))) throw invalidLink();
    return sessions.revokeAll(tx, link.userId);
  });
  sessions.forget(ended);
}

function invalidLink(): ValidationError {
  const message = 'error.linkInvalid';
  return new ValidationError([{ path: 'token', message }]);
}
