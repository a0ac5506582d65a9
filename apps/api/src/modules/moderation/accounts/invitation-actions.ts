import { hasPermission } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { OwnInvitations } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { createOnce } from '../../../platform/idempotency/create-once.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Actor, Viewer } from '../../../platform/viewer.ts';
import { canInvite } from '../../auth/index.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { ProtectionModule } from '../../protection/index.ts';
import type { UsersModule } from '../../users/index.ts';
import {
  countInvited,
  deriveInvitationCode,
  findCode,
  insertInvitation,
  selectInvitations,
  updateRevoked,
} from './invitations.repository.ts';
import type { NewInvitation, Revocation } from './invitations.repository.ts';

const ownInvitationsMax = 100;

interface Dependencies {
  database: Database;
  clock: Clock;
  publicUrl: URL;
  siteSettings: Pick<CurrentSiteSettings, 'current'>;
  protection: Pick<ProtectionModule, 'requireVerifiedEmail'>;
  users: Pick<UsersModule, 'getRole'>;
  jwtSecret: string;
}

export interface InvitationInput {
  days: number;
  usesMax: number;
}

export function listInvitations(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  query: PageQuery,
) {
  return readIdPage(query, (range) => selectInvitations(database, range, clock.now()));
}

export function createInvitation(
  deps: Dependencies,
  { userId }: Pick<Viewer, 'userId'>,
  idempotency: Idempotency,
  input: InvitationInput,
) {
  return create(deps, idempotency, {
    creatorId: userId,
    ...input,
    invitedMax: null,
    isAudited: true,
  });
}

/** @throws NotFoundError */
export function revokeInvitation(deps: Dependencies, { userId }: Actor, id: string): Promise<void> {
  return revoke(deps, id, { actorId: userId, isAudited: true });
}

/** Null for moderators and administrators, who have a limit of active invitations only. */
function readInvitedMax(siteSettings: Dependencies['siteSettings'], role: UserRole): number | null {
  return hasPermission(role, 'moderate') ? null : siteSettings.current().invitationsPerMember;
}

export async function listOwnInvitations(
  {
    siteSettings,
    users,
    database,
    clock,
  }: Pick<Dependencies, 'siteSettings' | 'users' | 'database' | 'clock'>,
  { userId }: Viewer,
): Promise<OwnInvitations> {
  const { inviters, registrationMode } = siteSettings.current();
  const role = await users.getRole(userId);
  const range = { afterId: null, skip: 0, take: ownInvitationsMax };
  const invitedMax = readInvitedMax(siteSettings, role);
  const isUsed = registrationMode === 'invitation' || registrationMode === 'approval';
  return {
    canInvite: isUsed && canInvite(role, inviters),
    remaining:
      invitedMax === null
        ? null
        : Math.max(0, invitedMax - (await countInvited(database, userId, clock.now()))),
    invitations: await selectInvitations(database, range, clock.now(), userId),
  };
}

/**
 * @throws ForbiddenError unless the settings allow it
 * @throws AppError `email_not_verified`
 * @throws ConflictError for a member who would invite too many users
 */
export async function createOwnInvitation(
  deps: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: InvitationInput,
): Promise<{ link: string }> {
  const { users, siteSettings, protection } = deps;
  const role = await users.getRole(viewer.userId);
  if (!canInvite(role, siteSettings.current().inviters)) {
    throw new ForbiddenError('error.cannotInvite');
  }
  await protection.requireVerifiedEmail(viewer);
  const invitedMax = readInvitedMax(siteSettings, role);
  const isAudited = hasPermission(role, 'administrate');
  const invitation = { creatorId: viewer.userId, ...input, invitedMax, isAudited };
  return create(deps, idempotency, invitation);
}

/** @throws NotFoundError also for an invitation of another user */
export async function revokeOwnInvitation(
  deps: Dependencies,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  const { users } = deps;
  const isAudited = hasPermission(await users.getRole(userId), 'administrate');
  await revoke(deps, id, { actorId: userId, creatorId: userId, isAudited });
}

/** Returns the link. The code is in the fragment, which servers and Referer headers never receive. */
async function create(
  { database, clock, publicUrl, jwtSecret }: Dependencies,
  idempotency: Idempotency,
  invitation: Omit<NewInvitation, 'id'>,
): Promise<{ link: string }> {
  const { id } = idempotency;
  const newCode = deriveInvitationCode(jwtSecret, id);
  const code = await createOnce(idempotency, {
    find: () => findCode(database, id, newCode),
    create: () => insertInvitation(database, { id, ...invitation }, newCode, clock.now()),
    deletedError: invitationNotFound,
  });
  return { link: new URL(`/register#invitation=${code}`, publicUrl).href };
}

/** @throws NotFoundError */
async function revoke(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  id: string,
  revocation: Revocation,
): Promise<void> {
  const isFound = isId(id) && (await updateRevoked(database, id, revocation, clock.now()));
  if (!isFound) throw invitationNotFound();
}

function invitationNotFound(): NotFoundError {
  return new NotFoundError('error.invitationNotFound');
}
