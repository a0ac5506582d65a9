import type { AccountMove } from '@skein/contracts/users';
import { accountAliasesMax } from '@skein/contracts/limits';
import { withValues } from '@skein/messages';
import {
  enqueueMove,
  enqueueProfileUpdate,
} from '../../../domain/events/federation-writer.queries.ts';
import { ConflictError, UnauthenticatedError, ValidationError } from '../../../platform/errors.ts';
import type { FederationSettings } from '../../../platform/config/federation-settings.ts';
import type { PlainKey } from '../../../platform/messages.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { AuthModule, PasswordEntry } from '../../auth/index.ts';
import { isOwnFailure } from '../http-client/load-document.ts';
import { findVisibleId } from '../actors/local-actors.queries.ts';
import { loadAccount } from '../discovery/resolve.ts';
import type { ResolveDependencies } from '../discovery/resolve.ts';
import { parseHandle } from '../discovery/web-finger.ts';
import { requireOpenServer } from '../servers/server-policy.queries.ts';
import {
  clearMove,
  deleteAlias,
  findMove,
  findTarget,
  findUsernames,
  insertAlias,
  setMove,
} from './moving.repository.ts';
import type { MoveTarget } from './moving.repository.ts';
import { dayMs } from '../../../platform/clock.ts';

/** An account can move again after so many days. */
const cooldownDays = 30;
const cooldownMs = cooldownDays * dayMs;

export interface MovingDependencies extends ResolveDependencies {
  auth: Pick<AuthModule, 'confirmPassword'>;
  names: FederationSettings;
}

/** An account that has moved later cannot move again. */
export function earliestMove(now: Date): Date {
  return new Date(now.getTime() - cooldownMs);
}

export async function getMove(
  { database, clock, addresses, names }: MovingDependencies,
  { userId }: Viewer,
): Promise<AccountMove> {
  const row = await findMove(database, userId);
  if (row === null) throw new UnauthenticatedError();
  const { aliases, movedAt, movedToId, movedToUsername, movedToName } = row;
  const localIds = aliases.map((uri) => addresses.parseActor(uri));
  const usernames =
    aliases.length === 0
      ? new Map<string, string>()
      : await findUsernames(database, aliases, localIds);
  const isWaiting = movedAt !== null && movedAt > earliestMove(clock.now());
  return {
    handle: `${row.username}@${names.handleDomain}`,
    aliases: aliases.map((uri) => ({ uri, username: usernames.get(uri) ?? null })),
    movedTo:
      movedToId === null ? null : { id: movedToId, username: movedToUsername, name: movedToName },
    canMoveFrom: isWaiting ? new Date(movedAt.getTime() + cooldownMs).toISOString() : null,
  };
}

/** @throws ValidationError for an unknown account; ForbiddenError for a suspended server; ConflictError */
export async function addAlias(
  deps: MovingDependencies,
  viewer: Viewer,
  handle: string,
): Promise<AccountMove> {
  const target = await requireTarget(deps, viewer, handle);
  const uri = target.uri ?? deps.addresses.actor(target.id);
  await deps.database.$transaction(async (tx) => {
    if (!(await insertAlias(tx, viewer.userId, { uri, max: accountAliasesMax }))) {
      throw new ConflictError(
        'conflict',
        withValues('error.aliasesMax', { max: accountAliasesMax }),
      );
    }
    await enqueueProfileUpdate(tx, viewer.userId);
  });
  return getMove(deps, viewer);
}

export async function removeAlias(
  deps: MovingDependencies,
  viewer: Viewer,
  uri: string,
): Promise<AccountMove> {
  await deps.database.$transaction(async (tx) => {
    await deleteAlias(tx, viewer.userId, uri);
    await enqueueProfileUpdate(tx, viewer.userId);
  });
  return getMove(deps, viewer);
}

/**
 * Moves the viewer's account to another one, whose document is fetched now. A job moves the followers here.
 * @throws ValidationError for an account that does not name the viewer's as an alias; ConflictError within 30 days after
 *   a move; ForbiddenError for a suspended server; AppError `wrong_password`; RateLimitedError
 */
export async function moveAccount(
  deps: MovingDependencies,
  viewer: Viewer,
  { handle, ...entry }: PasswordEntry & { handle: string },
): Promise<AccountMove> {
  const { database, clock, addresses, auth } = deps;
  await auth.confirmPassword(viewer, entry);
  const now = clock.now();
  const target = await requireTarget(deps, viewer, handle);
  if (target.hasMoved) throw invalidHandle('error.moveTargetMoved');
  if (!target.aliases.includes(addresses.actor(viewer.userId))) {
    throw invalidHandle('error.moveTargetAlias');
  }
  await database.$transaction(async (tx) => {
    const move = { targetId: target.id, now, earliest: earliestMove(now) };
    if (!(await setMove(tx, viewer.userId, move))) {
      throw new ConflictError('conflict', withValues('error.moveCooldown', { days: cooldownDays }));
    }
    await enqueueProfileUpdate(tx, viewer.userId);
    await enqueueMove(tx, viewer.userId, target.uri ?? addresses.actor(target.id));
  });
  return getMove(deps, viewer);
}

/** Ends the redirect, so that the user can post again. The followers stay with the other account. */
export async function cancelMove(deps: MovingDependencies, viewer: Viewer): Promise<AccountMove> {
  await deps.database.$transaction(async (tx) => {
    if (await clearMove(tx, viewer.userId)) await enqueueProfileUpdate(tx, viewer.userId);
  });
  return getMove(deps, viewer);
}

/** @throws ValidationError for the viewer's own account, and if there is none */
async function requireTarget(
  deps: MovingDependencies,
  viewer: Viewer,
  text: string,
): Promise<MoveTarget> {
  const id = await findAccount(deps, viewer, text);
  if (id === viewer.userId) throw invalidHandle('error.accountOwn');
  const target = id === null ? null : await findTarget(deps.database, viewer.userId, id);
  if (target === null) throw invalidHandle('error.accountUnknown');
  return target;
}

/** @throws ForbiddenError for a suspended server; RateLimitedError */
async function findAccount(
  deps: MovingDependencies,
  viewer: Viewer,
  text: string,
): Promise<string | null> {
  const handle = parseHandle(text);
  if (handle === null || deps.domains.includes(handle.host)) {
    return findVisibleId(deps.database, viewer, handle?.name ?? text.replace(/^@/, ''));
  }
  await requireOpenServer(deps.database, handle.host);
  await deps.rateLimiter.consume('federationLookups', userKey(viewer.userId));
  return loadAccount(deps, handle).catch((error: unknown) => {
    if (isOwnFailure(error)) throw error;
    deps.logger.info({ host: handle.host, err: error }, 'an account could not be looked up');
    return null;
  });
}

function invalidHandle(message: PlainKey): ValidationError {
  return new ValidationError([{ path: 'handle', message }]);
}
