import type { CurrentUser } from '@skein/contracts/users';
import type { Transaction } from '@skein/db';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { toRole } from './roles.ts';
import type { RoleDependencies } from './roles.ts';
import { findCurrentUser, isOwnerOfferOpen } from './users.repository.ts';
import { toCurrentUserDto } from './users.serializer.ts';

interface Dependencies extends RoleDependencies {
  /** Whether the instance is new. */
  needsSetup: () => boolean;
}

/** @throws UnauthenticatedError when the account no longer exists */
export async function getCurrentUser(deps: Dependencies, id: string): Promise<CurrentUser> {
  const row = await findCurrentUser(deps.database, id);
  if (row === null) throw new UnauthenticatedError();
  const role = toRole(deps, row);
  const canSetUp = role === 'member' && (await canSetUpInstance(deps, id));
  return toCurrentUserDto(row, { role, canSetUp });
}

/**
 * Whether a user may become the owner: with ADMIN_EMAILS, the operator has chosen the owners.
 * @param userId null for the user who will register first
 */
export async function canSetUpInstance(
  { database, adminEmails, needsSetup }: Dependencies,
  userId: string | null,
  tx?: Transaction,
): Promise<boolean> {
  if (adminEmails.length > 0 || !needsSetup()) return false;
  return isOwnerOfferOpen(tx ?? database, userId);
}
