import {
  dismissSuggestedUser,
  getProfile,
  listSuggestedUsers,
  searchUsers,
} from '@skein/contracts/users';
import type { BindRoute } from '../../http/bind-route.ts';
import { success } from '../../http/success.ts';
import type { ProfilesModule } from './index.ts';

export function profilesRoutes(bind: BindRoute, profiles: ProfilesModule): void {
  bind(searchUsers, ({ viewer, query }) => profiles.search(viewer, query));
  bind(listSuggestedUsers, ({ viewer, query }) => profiles.suggest(viewer, query.limit));
  bind(dismissSuggestedUser, async ({ viewer, params }) => {
    await profiles.dismiss(viewer, params.userId);
    return success('This person will not be suggested to you again.');
  });
  // After the paths that it would match, too.
  bind(getProfile, ({ viewer, params }) => profiles.get(viewer, params.userIdOrUsername));
}
