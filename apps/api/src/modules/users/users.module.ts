import type { CurrentUser, User, Profile } from '@skein/contracts/users';
import type { Database, Prisma, Transaction } from '@skein/db';
import { ConflictError, NotFoundError, UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { foldText } from '../../domain/fold-text.ts';
import type { ResponseMessage } from '../../platform/messages.ts';
import { createEmailsRepository } from './emails.repository.ts';
import { removeExpiredUsernames } from './former-usernames.repository.ts';
import { findSimilar } from './find-similar.ts';
import { listAuthors, listProfiles } from './list-profiles.ts';
import { selectUsers } from './names.queries.ts';
import { suggestUsernames } from './suggest-usernames.ts';
import { findAuthor, findProfile, findVisibleAuthor, hydrateUsers } from './users.hydrator.ts';
import { isOnlyOwner } from './owners.queries.ts';
import { createRoles } from './roles.ts';
import { createUsersRepository } from './users.repository.ts';
import type { UsersRepository } from './users.repository.ts';
import { toAuthorDto, toCurrentUserDto, toUserDto, toProfileDto } from './users.serializer.ts';
import type { Author } from './users.serializer.ts';

export type UsersModule = ReturnType<typeof createUsersModule>;

export interface ListedUser {
  user: User;
  /** From the source of the list, like `reference`. */
  since: Date | null;
  reference: string | null;
}

interface Dependencies {
  database: Database;
  /** Lower case. An account with one of these emails, verified, is an owner's. */
  adminEmails?: readonly string[];
  /** Whether the instance is new. */
  needsSetup?: () => boolean;
}

export function createUsersModule({
  database,
  adminEmails = [],
  needsSetup = () => false,
}: Dependencies) {
  const repository = createUsersRepository(database);
  const roles = createRoles({ repository, adminEmails });

  /** @throws NotFoundError also for a user that the viewer may not see */
  async function getProfile(
    viewer: Viewer,
    idOrUsername: string,
  ): Promise<Profile & { canMessage: boolean }> {
    const row = await findProfile(database, viewer.userId, idOrUsername);
    if (row === null) throw userNotFound();
    return { ...toProfileDto(row), canMessage: row.canMessage };
  }

  async function listUsers(viewer: Viewer, source: Prisma.Sql): Promise<ListedUser[]> {
    const rows = await hydrateUsers(database, viewer.userId, source);
    return rows.map((row) => ({
      user: toUserDto(row),
      since: row.since,
      reference: row.reference,
    }));
  }

  return {
    ...roles,

    /**
     * Call it before an owner loses the role or the account. Locks the account and all owners.
     * @param message for the user who acts
     * @throws ConflictError if the account is the only owner's
     */
    async requireAnotherOwner(tx: Transaction, id: string, message: ResponseMessage) {
      if (await isOnlyOwner(tx, id, adminEmails)) throw new ConflictError('conflict', message);
    },

    isActive: repository.isActive,
    isPending: repository.isPending,
    findCredentials: repository.findCredentials,
    findOwnCredentials: repository.findOwnCredentials,
    lockPassword: repository.lockPassword,
    setPassword: repository.setPassword,
    emails: createEmailsRepository(database),
    insertUser: repository.insertUser,
    suggestUsernames: (input: { name?: string | undefined; username?: string | undefined }) =>
      suggestUsernames(database, input),
    removeExpiredUsernames: () => removeExpiredUsernames(database),
    getProfile,

    listProfiles: (viewer: Viewer, ids: readonly string[]) => listProfiles(database, viewer, ids),
    listAuthors: (viewer: Viewer, ids: readonly string[]) => listAuthors(database, viewer, ids),

    /** @throws NotFoundError also for a user that the viewer may not see */
    async getAuthor(viewer: Viewer, idOrUsername: string): Promise<Author> {
      const row = await findAuthor(database, viewer.userId, idOrUsername);
      if (row === null) throw userNotFound();
      return toAuthorDto(row);
    },

    ...createCurrentUser({ repository, roles, adminEmails, needsSetup }),

    /**
     * The id of a user whose threads and lists the viewer may read.
     * @throws NotFoundError also when the viewer may see only the profile
     */
    async requireVisibleAuthor(viewer: Viewer, idOrUsername: string): Promise<string> {
      const userId = await findVisibleAuthor(database, viewer.userId, idOrUsername);
      if (userId === null) throw userNotFound();
      return userId;
    },

    /** The users that a source selects, in its order. See `hydrateUsers` for the source. */
    listUsers,

    /**
     * Users whose names are similar to a text but do not contain it, the most similar first.
     * @param isListed A condition on the alias `account`.
     */
    async listSimilar(viewer: Viewer, q: string, isListed?: Prisma.Sql): Promise<ListedUser[]> {
      const ids = await findSimilar(database, viewer.userId, foldText(q), isListed);
      return ids.length === 0 ? [] : listUsers(viewer, selectUsers(ids));
    },
  };
}

/** The same error for a user who does not exist, is suspended, or is hidden from the viewer. */
export function userNotFound(): NotFoundError {
  return new NotFoundError('error.userNotFound');
}

interface CurrentUserDependencies {
  repository: Pick<UsersRepository, 'findCurrentUser' | 'isOwnerOfferOpen'>;
  roles: Pick<ReturnType<typeof createRoles>, 'roleOf'>;
  adminEmails: readonly string[];
  needsSetup: () => boolean;
}

function createCurrentUser(dependencies: CurrentUserDependencies) {
  const { repository, roles, adminEmails, needsSetup } = dependencies;

  /**
   * Whether a user may become the owner: with ADMIN_EMAILS, the operator has chosen the owners.
   * @param userId null for the user who will register first
   */
  async function canSetUpInstance(userId: string | null, tx?: Transaction): Promise<boolean> {
    if (adminEmails.length > 0 || !needsSetup()) return false;
    return repository.isOwnerOfferOpen(userId, tx);
  }

  return {
    /** @throws UnauthenticatedError when the account no longer exists */
    async getCurrentUser(id: string): Promise<CurrentUser> {
      const row = await repository.findCurrentUser(id);
      if (row === null) throw new UnauthenticatedError();
      const role = roles.roleOf(row);
      const canSetUp = role === 'member' && (await canSetUpInstance(id));
      return toCurrentUserDto(row, { role, canSetUp });
    },

    canSetUpInstance,

    /** Whether the user of the first account may become the owner, also if nobody has registered. */
    isOwnerOffered: async (): Promise<boolean> => canSetUpInstance(null),
  };
}
