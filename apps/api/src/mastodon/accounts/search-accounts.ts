import type { User } from '@skein/contracts/users';
import type { Viewer } from '../../platform/viewer.ts';
import { searchWithLookup } from '../search-with-lookup.ts';
import type { MastodonServices } from '../services.ts';

/** How many accounts are read to find those from an offset, or those that the viewer follows. */
const readMax = 200;

interface AccountSearch {
  q: string;
  limit: number;
  offset: number;
  following: boolean;
  /** Whether accounts of other servers that are not known yet are looked up. */
  resolve: boolean;
}

/** Accounts by name or username. */
export async function searchAccounts(
  { profiles }: Pick<MastodonServices, 'profiles'>,
  viewer: Viewer,
  { q, limit, offset, following, resolve }: AccountSearch,
): Promise<User[]> {
  const end = offset + limit;
  const read = Math.min(following ? readMax : end, readMax);
  const users = await searchWithLookup(resolve, (fetches) =>
    profiles.search(viewer, { q, limit: read, fetches }),
  );
  return users.filter(({ isFollowing }) => !following || isFollowing).slice(offset, end);
}
