import type { User } from '@skein/contracts/users';
import type { Cursors } from '../../http/mastodon/bind-mastodon.ts';
import { z } from 'zod';
import type { Viewer } from '../../platform/viewer.ts';
import { toAccount, toContext } from './account.serializer.ts';
import { limitField, withLinks } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

/** The query of a list whose order is not that of ids: `max_id` is the cursor of a `Link` header. */
export const cursorFields = z.object({
  max_id: z.string().max(400).optional(),
  limit: limitField(40),
});

interface CursorQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

interface Listing {
  path: string;
  query: z.output<typeof cursorFields>;
  cursors: Cursors;
}

/** Reads a page by its cursor, and returns it with the link to the next one. */
export async function readCursorPage<Item>(
  { settings }: Pick<MastodonServices, 'settings'>,
  { path, query: { max_id: maxId, limit }, cursors }: Listing,
  read: (query: CursorQuery) => Promise<{ content: Item[]; nextCursor: string | null }>,
  load: (items: Item[]) => Promise<object[]>,
) {
  const cursor = maxId === undefined ? undefined : cursors.decrypt(maxId);
  const { content, nextCursor } = await read({ page: 0, size: limit, cursor });
  return withLinks(await load(content), {
    url: `${settings.publicUrl.origin}${path}`,
    limit,
    last: nextCursor === null ? undefined : cursors.encrypt(nextCursor),
  });
}

/** The accounts of users, in the same order. */
export async function loadAccounts(
  { users, settings }: Pick<MastodonServices, 'users' | 'settings'>,
  viewer: Viewer,
  list: readonly Pick<User, 'id'>[],
) {
  const ids = list.map(({ id }) => id);
  const profiles = await users.listAuthors(viewer, ids);
  const context = toContext(settings);
  return ids.flatMap((id) => {
    const profile = profiles.get(id);
    return profile === undefined ? [] : [toAccount(profile, context)];
  });
}
