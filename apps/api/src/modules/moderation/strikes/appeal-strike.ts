import { appealDays } from '@skein/contracts/administration';
import type { Strike } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findStrike, toOwnStrike } from './strikes.queries.ts';
import { hashAppealToken, insertAppealUnlessLifted } from './strikes.repository.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

/**
 * Appeals against a strike of the viewer.
 * @throws NotFoundError; ConflictError if it is no longer possible
 */
export async function appealOwnStrike(
  dependencies: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  { strikeId, text }: { strikeId: string; text: string },
): Promise<void> {
  const { database, clock } = dependencies;
  const strike = isId(strikeId) ? await findStrike(database, strikeId) : null;
  if (strike?.user.id !== viewer.userId) throw strikeNotFound();
  try {
    await insertAppeal(dependencies, toOwnStrike(strike, clock.now()), text);
  } catch (error) {
    // A strike has at most one appeal, so its text shows whether an earlier attempt has sent it.
    const current = idempotency.attempt === 'first' ? null : await findStrike(database, strikeId);
    if (current?.appeal?.text !== text) throw error;
  }
}

const strikeNotFound = () => new NotFoundError('error.strikeNotFound');

/** @throws ValidationError for an invalid token; ConflictError if an appeal is no longer possible */
export async function appealByToken(
  dependencies: Dependencies,
  { token, text }: { token: string; text: string },
): Promise<void> {
  await insertAppeal(dependencies, await findStrikeByToken(dependencies, token), text);
}

/**
 * The strike of an email, as long as an appeal against it would be possible.
 * @throws ValidationError for an invalid token, and for one that has expired
 */
export async function findStrikeByToken(
  { database, clock }: Dependencies,
  token: string,
): Promise<Strike> {
  const row = await database.strike.findFirst({
    where: {
      appealTokenHash: hashAppealToken(token),
      createdAt: { gt: new Date(clock.now().getTime() - appealDays * dayMs) },
    },
    select: { id: true },
  });
  const strike = row === null ? null : await findStrike(database, row.id);
  if (strike === null) {
    throw new ValidationError([{ path: 'token', message: 'error.appealLink' }]);
  }
  return toOwnStrike(strike, clock.now());
}

async function insertAppeal(
  { database, clock }: Dependencies,
  { id: strikeId, appealableUntil }: Strike,
  text: string,
): Promise<void> {
  const message = 'error.appealImpossible';
  if (appealableUntil === null) throw new ConflictError('conflict', message);
  const appeal = { strikeId, text, createdAt: clock.now() };
  if (!(await insertAppealUnlessLifted(database, appeal)))
    throw new ConflictError('conflict', message);
}
