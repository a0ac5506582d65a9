import type { UserList } from '@skein/contracts/lists';
import type { UsersPage } from '@skein/contracts/relationships';
import type { Database, Transaction } from '@skein/db';
import { withValues } from '@skein/messages';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { listUsers } from '../relationships/index.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { userNotFound } from '../users/index.ts';
import type { UsersModule } from '../users/index.ts';
import { selectMembers } from './lists.queries.ts';
import { createListMembersRepository, createListsRepository } from './lists.repository.ts';
import type { ListMembersRepository, ListsRepository } from './lists.repository.ts';

export type ListsModule = ReturnType<typeof createListsModule>;

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'listUsers'>;
}

export const listNotFound = () => new NotFoundError('error.listMissing');

/** Private lists of users. All functions treat lists of other users as nonexistent. */
export function createListsModule({ database, users }: Dependencies) {
  const repository = createListsRepository(database);

  /** @throws NotFoundError */
  async function get({ userId }: Viewer, id: string): Promise<UserList> {
    const row = isId(id) ? await repository.find({ ownerId: userId, id }) : null;
    if (row === null) throw listNotFound();
    return toListDto(row);
  }

  return {
    get,
    ...createMembers({ users, repository, members: createListMembersRepository(database), get }),

    /** In the order of their owner. */
    list: async ({ userId }: Viewer): Promise<UserList[]> =>
      (await repository.list(userId)).map(toListDto),

    /** @throws ConflictError beyond the limit */
    async create(viewer: Viewer, idempotency: Idempotency, name: string): Promise<UserList> {
      const { id, attempt } = idempotency;
      const key = { ownerId: viewer.userId, id };
      if (attempt !== 'first') {
        const existing = await repository.find(key);
        if (existing !== null) return toListDto(existing);
        if (attempt === 'completed') throw listNotFound();
      }
      if (!(await repository.insert(key, name))) {
        throw new ConflictError('conflict', withValues('error.listsMax', { max: 20 }));
      }
      return get(viewer, id);
    },

    /** @throws NotFoundError */
    async rename(viewer: Viewer, id: string, name: string): Promise<UserList> {
      const isDone = isId(id) && (await repository.rename({ ownerId: viewer.userId, id }, name));
      if (!isDone) throw listNotFound();
      return get(viewer, id);
    },

    reorder: ({ userId }: Viewer, ids: readonly string[]) => repository.reorder(userId, ids),

    /** @throws NotFoundError */
    async delete({ userId }: Viewer, id: string): Promise<void> {
      const isDone = isId(id) && (await repository.delete({ ownerId: userId, id }));
      if (!isDone) throw listNotFound();
    },
  };
}

interface MembersDependencies {
  users: Dependencies['users'];
  repository: Pick<ListsRepository, 'listWithMember'>;
  members: ListMembersRepository;
  get: (viewer: Viewer, id: string) => Promise<UserList>;
}

function createMembers({ users, repository, members, get }: MembersDependencies) {
  return {
    /** @throws NotFoundError */
    async listMembers(viewer: Viewer, listId: string, query: PageQuery): Promise<UsersPage> {
      const { id } = await get(viewer, listId);
      return listUsers(users, viewer, query, (range) => selectMembers(viewer.userId, id, range));
    },

    /**
     * @param record Writes something in the same transaction.
     * @throws NotFoundError for the list or the user; ConflictError beyond the limit
     */
    async addMember(
      viewer: Viewer,
      listId: string,
      userId: string,
      record?: (tx: Transaction) => Promise<void>,
    ): Promise<void> {
      const list = await get(viewer, listId);
      if (!isId(userId)) throw userNotFound();
      const { id } = await users.getProfile(viewer, userId);
      if (await members.insert(viewer.userId, { listId: list.id, userId: id }, record)) return;
      throw new ConflictError('conflict', withValues('error.listMembersMax', { max: 500 }));
    },

    /** @throws NotFoundError for the list */
    async removeMember(viewer: Viewer, listId: string, userId: string): Promise<void> {
      const list = await get(viewer, listId);
      if (isId(userId)) await members.delete(list.id, userId);
    },

    /** The viewer's lists with a user. @throws NotFoundError */
    async listOfMember(viewer: Viewer, userId: string): Promise<UserList[]> {
      if (!isId(userId)) throw userNotFound();
      const { id } = await users.getProfile(viewer, userId);
      return (await repository.listWithMember(viewer.userId, id)).map(toListDto);
    },
  };
}

type ListRow = NonNullable<Awaited<ReturnType<ListsRepository['find']>>>;

function toListDto({ id, name, createdAt, _count }: ListRow): UserList {
  return { id, name, membersCount: _count.members, createdAt: createdAt.toISOString() };
}
