import type { AccountStatus } from '@skein/contracts/moderation';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Actor, Viewer } from '../../../platform/viewer.ts';
import { actOnAccounts } from '../accounts/act-on-accounts.ts';
import { appealByToken, appealOwnStrike, findStrikeByToken } from './appeal-strike.ts';
import { createStrike } from './create-strike.ts';
import type { StrikeDependencies, StrikeInput } from './create-strike.ts';
import { decideAppeal } from './decide-appeal.ts';
import { endSuspensions } from './end-suspensions.ts';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import { liftStrike } from './lift-strike.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { hideOwnModerator, readAppeals, readOwnStrikes, readStrikes } from './strikes.queries.ts';

type AppealsQuery = PageQuery & { status: 'open' | 'decided' };

/** What moderators do with accounts, and what their users see of it. */
export function createStrikeActions(
  dependencies: StrikeDependencies & { adminEmails: readonly string[] },
) {
  const { database, accounts, clock } = dependencies;
  return {
    createStrike: (moderator: Actor, idempotency: Idempotency, input: StrikeInput) =>
      createStrike(dependencies, moderator, idempotency, input),
    actOnAccounts: (
      moderator: Actor,
      idempotency: Idempotency,
      input: Parameters<typeof actOnAccounts>[3],
    ) => actOnAccounts(dependencies, moderator, idempotency, input),
    liftStrike: (moderator: Actor, input: { strikeId: string; reason: string }) =>
      liftStrike(dependencies, moderator, input),

    appealStrike: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: { strikeId: string; text: string },
    ) => appealOwnStrike(dependencies, viewer, idempotency, input),
    appealByToken: (input: { token: string; text: string }) => appealByToken(dependencies, input),
    findAppealableStrike: (token: string) => findStrikeByToken(dependencies, token),
    listAppeals: (viewer: Actor, { status, ...query }: AppealsQuery) =>
      readIdPage(query, async (range) =>
        (await readAppeals(database, status === 'open', range)).map((strike) =>
          hideOwnModerator(strike, viewer),
        ),
      ),
    decideAppeal: (moderator: Actor, input: Parameters<typeof decideAppeal>[2]) =>
      decideAppeal(dependencies, moderator, input),

    /** @throws NotFoundError */
    async listStrikes(viewer: Actor, { userId, ...query }: PageQuery & { userId: string }) {
      const { id } = await requireAccount(accounts, userId);
      return readIdPage(query, async (range) =>
        (await readStrikes(database, id, range)).map((strike) => hideOwnModerator(strike, viewer)),
      );
    },

    async getAccountStatus({ userId }: Viewer): Promise<AccountStatus> {
      const select = { limitedAt: true, frozenAt: true };
      const user = await database.user.findFirst({ where: { id: userId }, select });
      if (user === null) throw new UnauthenticatedError();
      return {
        isLimited: user.limitedAt !== null,
        isFrozen: user.frozenAt !== null,
        strikes: await readOwnStrikes(database, userId, clock.now()),
      };
    },

    /** For a job: suspensions end by themselves. */
    endSuspensions: () => endSuspensions(database, clock.now()),
  };
}
