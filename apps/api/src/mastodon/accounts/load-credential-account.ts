import { followRequestsLimit } from '@skein/contracts/limits';
import type { Viewer } from '../../platform/viewer.ts';
import { toContext, toCredentialAccount, toOwnProfile } from './account.serializer.ts';
import type { MastodonServices } from '../services.ts';

/** The viewer's own profile, as the user wrote it. */
export async function loadOwnProfile(
  { hashtags, users, settings }: Pick<MastodonServices, 'hashtags' | 'users' | 'settings'>,
  viewer: Viewer,
): Promise<object> {
  const [profile, own, featured] = await Promise.all([
    users.getAuthor(viewer, viewer.userId),
    users.getCurrentUser(viewer.userId),
    hashtags.listFeatured(viewer.userId),
  ]);
  return toOwnProfile(profile, { ...own, featured }, toContext(settings));
}

/** The viewer's own account. */
export async function loadCredentialAccount(
  {
    users,
    relationships,
    settings,
  }: Pick<MastodonServices, 'users' | 'relationships' | 'settings'>,
  viewer: Viewer,
): Promise<ReturnType<typeof toCredentialAccount>> {
  const [profile, own, requests] = await Promise.all([
    users.getAuthor(viewer, viewer.userId),
    users.getCurrentUser(viewer.userId),
    relationships.listPending(viewer, followRequestsLimit),
  ]);
  const context = { ...toContext(settings), followRequests: requests.length };
  return toCredentialAccount(profile, own, context);
}
