import type { Prisma } from '@skein/db';
import { createRandom } from '../random.ts';
import type { DemoPlan } from './plan-demo.ts';
import { demoUsername, requireUser } from './plan-users.ts';
import { createIdAt } from './timeline.ts';

const folderSeed = 24;
const folders = [
  { name: 'Read later', nameKey: 'read later' },
  { name: 'Weekend ideas', nameKey: 'weekend ideas' },
];

/** The demo user has put two of three bookmarks into folders. */
export function toBookmarkRows({ community, engagement }: DemoPlan): {
  bookmarkFolders: Prisma.BookmarkFolderCreateManyInput[];
  bookmarks: Prisma.BookmarkCreateManyInput[];
} {
  const owner = requireUser(community, demoUsername);
  const random = createRandom(folderSeed);
  const { createdAt } = owner;
  const bookmarkFolders = folders.map((folder, position) => ({
    id: createIdAt(random, createdAt),
    ownerId: owner.id,
    position,
    createdAt,
    ...folder,
  }));
  const own = engagement.bookmarks.filter(({ user }) => user === owner);
  const bookmarks = engagement.bookmarks.map((bookmark) => ({
    userId: bookmark.user.id,
    threadId: bookmark.thread.id,
    folderId: bookmarkFolders[own.indexOf(bookmark) % 3]?.id ?? null,
    createdAt: bookmark.createdAt,
  }));
  return { bookmarkFolders, bookmarks };
}
