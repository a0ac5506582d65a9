import type { Permission } from '@skein/contracts/administration';
import type { Database, Prisma, Transaction } from '@skein/db';
import type { ResponseMessage } from '../../platform/messages.ts';
import type { Actor, Viewer } from '../../platform/viewer.ts';
import { canSetUpInstance, getCurrentUser } from './current-user.ts';
import { removeExpiredUsernames } from './former-usernames.repository.ts';
import { listAuthors, listProfiles } from './list-profiles.ts';
import {
  getAuthor,
  getProfile,
  listSimilarUsers,
  listUsers,
  requireVisibleAuthor,
} from './read-users.ts';
import {
  getRole,
  isConfiguredOwner,
  requireAnotherOwner,
  requirePermission,
  toRole,
} from './roles.ts';
import type { RoleFields } from './roles.ts';
import { suggestUsernames } from './suggest-usernames.ts';

export type UsersModule = ReturnType<typeof createUsersModule>;

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
  const deps = { database, adminEmails, needsSetup };
  return {
    isConfiguredOwner: (account: Omit<RoleFields, 'role'>) => isConfiguredOwner(deps, account),
    /** Whether an account becomes an owner's by verifying this email. */
    isConfiguredEmail: (email: string) => adminEmails.includes(email),
    toRole: (account: RoleFields) => toRole(deps, account),
    getRole: (userId: string) => getRole(deps, userId),
    isOwner: async (userId: string) => (await getRole(deps, userId)) === 'owner',
    requirePermission: (actor: Actor, permission: Permission) =>
      requirePermission(deps, actor, permission),
    requireAnotherOwner: (tx: Transaction, id: string, message: ResponseMessage) =>
      requireAnotherOwner(deps, tx, id, message),

    getCurrentUser: (id: string) => getCurrentUser(deps, id),
    canSetUpInstance: (userId: string | null, tx?: Transaction) =>
      canSetUpInstance(deps, userId, tx),
    /** Whether the user of the first account may become the owner, also if nobody has registered. */
    isOwnerOffered: () => canSetUpInstance(deps, null),

    getProfile: (viewer: Viewer, idOrUsername: string) =>
      getProfile(database, viewer, idOrUsername),
    getAuthor: (viewer: Viewer, idOrUsername: string) => getAuthor(database, viewer, idOrUsername),
    requireVisibleAuthor: (viewer: Viewer, idOrUsername: string) =>
      requireVisibleAuthor(database, viewer, idOrUsername),
    listUsers: (viewer: Viewer, source: Prisma.Sql) => listUsers(database, viewer, source),
    listSimilar: (viewer: Viewer, q: string, isListed?: Prisma.Sql) =>
      listSimilarUsers(database, viewer, q, isListed),
    listProfiles: (viewer: Viewer, ids: readonly string[]) => listProfiles(database, viewer, ids),
    listAuthors: (viewer: Viewer, ids: readonly string[]) => listAuthors(database, viewer, ids),

    suggestUsernames: (input: { name?: string | undefined; username?: string | undefined }) =>
      suggestUsernames(database, input),
    removeExpiredUsernames: () => removeExpiredUsernames(database),
  };
}
