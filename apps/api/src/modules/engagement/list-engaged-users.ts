import type { ReactingUsersPage } from '@skein/contracts/engagement';
import type { UsersPage } from '@skein/contracts/relationships';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { listUsers } from '../relationships/index.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { findReactions, selectEngagedUsers } from './engaged-users.queries.ts';
import type { EngagementTable } from './engaged-users.queries.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'listUsers'>;
  threads: Pick<ThreadsModule, 'get'>;
}

/** The users who engaged with a thread. @throws NotFoundError; ValidationError for a bad cursor */
export async function listEngagedUsers(
  { users, threads }: Omit<Dependencies, 'database'>,
  viewer: Viewer,
  { table, threadId }: { table: EngagementTable; threadId: string },
  query: PageQuery,
): Promise<UsersPage> {
  const { id, isDeleted } = await threads.get(viewer, threadId);
  if (isDeleted) throw threadNotFound();
  return listUsers(users, viewer, query, (range) =>
    selectEngagedUsers(table, viewer.userId, id, range),
  );
}

/** The users who reacted to a thread. @throws NotFoundError; ValidationError for a bad cursor */
export async function listReactions(
  { database, users, threads }: Dependencies,
  viewer: Viewer,
  threadId: string,
  query: PageQuery,
): Promise<ReactingUsersPage> {
  const reactions = { table: 'reactions', threadId } as const;
  const page = await listEngagedUsers({ users, threads }, viewer, reactions, query);
  const userIds = page.content.map(({ id }) => id);
  const types = await findReactions(database, threadId, userIds);
  // A reaction may have been removed meanwhile.
  const content = page.content.flatMap((user) => {
    const reactionType = types.get(user.id);
    return reactionType === undefined ? [] : [{ ...user, reactionType }];
  });
  return { ...page, content };
}
