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
import { createInvitationsRepository } from './invitations.repository.ts';

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

interface InvitationInput {
  days: number;
  usesMax: number;
}

/** Invitations in the administration, and those that other users create as the settings allow. */
export function createInvitationActions(dependencies: Dependencies) {
  const { database, clock } = dependencies;
  const invitations = createInvitationsRepository(database, dependencies.jwtSecret);
  const context = { ...dependencies, invitations };
  return {
    ...createOwnInvitationActions(context),

    listInvitations: (query: PageQuery) =>
      readIdPage(query, (range) => invitations.list(range, clock.now())),

    createInvitation: (
      { userId }: Pick<Viewer, 'userId'>,
      idempotency: Idempotency,
      input: InvitationInput,
    ) =>
      create(context, idempotency, {
        creatorId: userId,
        ...input,
        invitedMax: null,
        isAudited: true,
      }),

    /** @throws NotFoundError */
    revokeInvitation: ({ userId }: Actor, id: string): Promise<void> =>
      revoke(context, id, { actorId: userId, isAudited: true }),
  };
}

interface Context extends Dependencies {
  invitations: ReturnType<typeof createInvitationsRepository>;
}

function createOwnInvitationActions(context: Context) {
  const { clock, siteSettings, users, protection, invitations } = context;

  /** Null for moderators and administrators, who have a limit of active invitations only. */
  const readInvitedMax = (role: UserRole): number | null =>
    hasPermission(role, 'moderate') ? null : siteSettings.current().invitationsPerMember;

  return {
    async listOwnInvitations({ userId }: Viewer): Promise<OwnInvitations> {
      const { inviters, registrationMode } = siteSettings.current();
      const role = await users.getRole(userId);
      const range = { afterId: null, skip: 0, take: ownInvitationsMax };
      const invitedMax = readInvitedMax(role);
      const isUsed = registrationMode === 'invitation' || registrationMode === 'approval';
      return {
        canInvite: isUsed && canInvite(role, inviters),
        remaining:
          invitedMax === null
            ? null
            : Math.max(0, invitedMax - (await invitations.countInvited(userId, clock.now()))),
        invitations: await invitations.list(range, clock.now(), userId),
      };
    },

    /**
     * @throws ForbiddenError unless the settings allow it
     * @throws AppError `email_not_verified`
     * @throws ConflictError for a member who would invite too many users
     */
    async createOwnInvitation(
      viewer: Viewer,
      idempotency: Idempotency,
      input: InvitationInput,
    ): Promise<{ link: string }> {
      const role = await users.getRole(viewer.userId);
      if (!canInvite(role, siteSettings.current().inviters)) {
        throw new ForbiddenError('error.cannotInvite');
      }
      await protection.requireVerifiedEmail(viewer);
      const invitedMax = readInvitedMax(role);
      const isAudited = hasPermission(role, 'administrate');
      const invitation = { creatorId: viewer.userId, ...input, invitedMax, isAudited };
      return create(context, idempotency, invitation);
    },

    /** @throws NotFoundError also for an invitation of another user */
    async revokeOwnInvitation({ userId }: Viewer, id: string): Promise<void> {
      const isAudited = hasPermission(await users.getRole(userId), 'administrate');
      await revoke(context, id, { actorId: userId, creatorId: userId, isAudited });
    },
  };
}

/** Returns the link. The code is in the fragment, which servers and Referer headers never receive. */
async function create(
  { invitations, clock, publicUrl }: Context,
  idempotency: Idempotency,
  invitation: Omit<Parameters<Context['invitations']['create']>[0], 'id'>,
): Promise<{ link: string }> {
  const { id } = idempotency;
  const code = await createOnce(idempotency, {
    find: () => invitations.findCode(id),
    create: () => invitations.create({ id, ...invitation }, clock.now()),
    deletedError: invitationNotFound,
  });
  return { link: new URL(`/register#invitation=${code}`, publicUrl).href };
}

/** @throws NotFoundError */
async function revoke(
  { invitations, clock }: Context,
  id: string,
  revocation: Parameters<Context['invitations']['revoke']>[1],
): Promise<void> {
  const isFound = isId(id) && (await invitations.revoke(id, revocation, clock.now()));
  if (!isFound) throw invitationNotFound();
}

function invitationNotFound(): NotFoundError {
  return new NotFoundError('error.invitationNotFound');
}
