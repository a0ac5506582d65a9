import type { CurrentUser, User, Profile } from '@skein/contracts/users';
import type { Database, Prisma } from '@skein/db';
import { ForbiddenError, NotFoundError, UnauthenticatedError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { foldText } from '../../platform/fold-text.ts';
import { listSimilarNames, selectUsers } from './names.queries.ts';
import { findProfile, hydrateUsers } from './users.hydrator.ts';
import { canBeMistypedName, isLikelyName } from './similar-names.policy.ts';
import { createUsersRepository } from './users.repository.ts';
import { toCurrentUserDto, toUserDto, toProfileDto } from './users.serializer.ts';

export type UsersModule = ReturnType<typeof createUsersModule>;

export interface ListedUser {
  person: User;
  /** Of the place in the list, as its source gave it. */
  since: Date | null;
  reference: string | null;
}

/** What makes an account an administrator's. */
interface AdminFacts {
  role: 'member' | 'admin';
  email: string;
  emailProvenAt: Date | null;
}

interface Dependencies {
  database: Database;
  /** Lower case: whose address is one of them, and proven, is an administrator whatever their role. */
  adminEmails?: readonly string[];
}

export function createUsersModule({ database, adminEmails = [] }: Dependencies) {
  const repository = createUsersRepository(database);

  /** @throws NotFoundError the same for nobody and for somebody whom the viewer may not know of */
  async function getProfile(viewer: Viewer, idOrUsername: string): Promise<Profile> {
    const row = await findProfile(database, viewer.userId, idOrUsername);
    if (row === null) throw userNotFound();
    return toProfileDto(row);
  }

  // Whoever is quickest can register an address: only its owner can prove it.
  const isAdminAccount = ({ role, email, emailProvenAt }: AdminFacts): boolean =>
    role === 'admin' || (emailProvenAt !== null && adminEmails.includes(email));

  async function listUsers(viewer: Viewer, source: Prisma.Sql): Promise<ListedUser[]> {
    const rows = await hydrateUsers(database, viewer.userId, source);
    return rows.map((row) => ({
      person: toUserDto(row),
      since: row.since,
      reference: row.reference,
    }));
  }

  return {
    isAdminAccount,

    /** Whether an account becomes an administrator's by proving its address. */
    isConfiguredAdmin: (email: string): boolean => adminEmails.includes(email),

    /** @throws ForbiddenError for everybody else */
    async requireAdmin(viewer: Viewer): Promise<void> {
      const row = await repository.findCurrentUser(viewer.userId);
      if (row === null || !isAdminAccount(row)) {
        throw new ForbiddenError('Only administrators can do this.');
      }
    },

    findCredentials: repository.findCredentials,
    findOwnCredentials: repository.findOwnCredentials,
    lockPassword: repository.lockPassword,
    setPassword: repository.setPassword,
    setPasswordByResetLink: repository.setPasswordByResetLink,
    insertUser: repository.insertUser,
    getProfile,

    /** @throws UnauthenticatedError when the account is gone: its session is worth nothing. */
    async getCurrentUser(id: string): Promise<CurrentUser> {
      const row = await repository.findCurrentUser(id);
      if (row === null) throw new UnauthenticatedError();
      return toCurrentUserDto(row, { isAdmin: isAdminAccount(row) });
    },

    /**
     * Whose threads and lists the viewer wants to read.
     * @throws NotFoundError also where the viewer may know of the person, but not read these
     */
    async requireVisibleAuthor(viewer: Viewer, idOrUsername: string): Promise<string> {
      const { id, canViewThreads } = await getProfile(viewer, idOrUsername);
      if (!canViewThreads) throw userNotFound();
      return id;
    },

    /**
     * Everything that is shown of the people a source selects, in its order, in one statement.
     * What a source is, `hydrateUsers` says.
     */
    listUsers,

    /**
     * People whose names a text may have been mistyped for, the most similar first.
     * @param isListed a condition on the alias `person`: only these
     */
    async listSimilar(viewer: Viewer, q: string, isListed?: Prisma.Sql): Promise<ListedUser[]> {
      const folded = foldText(q);
      if (!canBeMistypedName(folded)) return [];
      const candidates = await listSimilarNames(database, viewer.userId, folded, isListed);
      const meant = candidates.filter(({ names }) => isLikelyName(folded, names));
      return meant.length === 0 ? [] : listUsers(viewer, selectUsers(meant.map(({ id }) => id)));
    },
  };
}

/** The one refusal for whoever is unknown, gone, suspended or out of the viewer's sight. */
export function userNotFound(): NotFoundError {
  return new NotFoundError('This person does not exist, or you may not see them.');
}
