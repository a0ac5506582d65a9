import type { Session } from '@skein/contracts/auth';
import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { SessionCache } from './session-cache.ts';
import { toSessionDto } from './sessions.serializer.ts';
import { revokeOwnSession, selectOwnSessions } from './own-sessions.repository.ts';
import type { Database } from '@skein/db';

interface Dependencies {
  database: Database;
  cache: Pick<SessionCache, 'forget'>;
  clock: Clock;
}

/** The viewer's open sessions, the last used first. */
export async function listSessions(
  { database, clock }: Dependencies,
  viewer: Viewer,
): Promise<Session[]> {
  const rows = await selectOwnSessions(database, viewer.userId, clock.now());
  return rows.map((row) => toSessionDto(row, viewer.sessionId));
}

/** @throws NotFoundError also for another user's session and an ended one */
export async function endSession(
  { database, cache, clock }: Dependencies,
  viewer: Viewer,
  sessionId: string,
): Promise<void> {
  const isEnded =
    isId(sessionId) && (await revokeOwnSession(database, sessionId, viewer.userId, clock.now()));
  if (!isEnded) throw new NotFoundError('error.sessionGone');
  cache.forget(sessionId);
}
