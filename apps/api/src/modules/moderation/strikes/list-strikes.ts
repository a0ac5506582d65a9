import type { AccountStatus } from '@skein/contracts/moderation';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Actor, Viewer } from '../../../platform/viewer.ts';
import type { StrikeDependencies } from './create-strike.ts';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { hideOwnModerator, readAppeals, readOwnStrikes, readStrikes } from './strikes.queries.ts';

export type AppealsQuery = PageQuery & { status: 'open' | 'decided' };

export function listAppeals(
  { database }: Pick<StrikeDependencies, 'database'>,
  viewer: Actor,
  { status, ...query }: AppealsQuery,
) {
  return readIdPage(query, async (range) =>
    (await readAppeals(database, status === 'open', range)).map((strike) =>
      hideOwnModerator(strike, viewer),
    ),
  );
}

/** @throws NotFoundError */
export async function listStrikes(
  { database }: Pick<StrikeDependencies, 'database'>,
  viewer: Actor,
  { userId, ...query }: PageQuery & { userId: string },
) {
  const { id } = await requireAccount(database, userId);
  return readIdPage(query, async (range) =>
    (await readStrikes(database, id, range)).map((strike) => hideOwnModerator(strike, viewer)),
  );
}

export async function getAccountStatus(
  { database, clock }: Pick<StrikeDependencies, 'database' | 'clock'>,
  { userId }: Viewer,
): Promise<AccountStatus> {
  const select = { limitedAt: true, frozenAt: true };
  const user = await database.user.findFirst({ where: { id: userId }, select });
  if (user === null) throw new UnauthenticatedError();
  return {
    isLimited: user.limitedAt !== null,
    isFrozen: user.frozenAt !== null,
    strikes: await readOwnStrikes(database, userId, clock.now()),
  };
}
