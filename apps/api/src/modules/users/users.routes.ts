import {
  dismissSuggestedUser,
  getCurrentUser,
  getProfile,
  listSuggestedUsers,
  searchUsers,
  updateProfile,
} from '@skein/contracts/users';
import { listHashtags } from '@skein/contracts/text';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { ProfilesModule } from './profiles.module.ts';
import type { UsersModule } from './users.module.ts';

export function usersRoutes(bind: BindRoute, users: UsersModule, profiles: ProfilesModule): void {
  bind(getCurrentUser, ({ viewer }) => users.getCurrentUser(viewer.userId));
  bind(updateProfile, async ({ viewer, body, files }) => {
    const user = await profiles.update(viewer, body, {
      profileImage: files.profileImage[0],
      bannerImage: files.bannerImage[0],
    });
    return { ...success('success.profileUpdated'), user };
  });
  bind(searchUsers, ({ viewer, query }) => profiles.search(viewer, query));
  bind(listSuggestedUsers, ({ viewer, query: { limit, hashtags } }) => {
    const tags = hashtags.split(',').map((tag) => `#${tag.trim().replace(/^#/, '')}`);
    return profiles.suggest(viewer, limit, listHashtags(tags.join(' ')));
  });
  bind(dismissSuggestedUser, async ({ viewer, params }) => {
    await profiles.dismiss(viewer, params.userId);
    return success('success.suggestionDismissed');
  });
  // After the other paths, which it would also match.
  bind(getProfile, ({ viewer, params }) => profiles.get(viewer, params.userIdOrUsername));
}
