import {
  dismissSuggestedUser,
  getProfile,
  listSuggestedUsers,
  searchUsers,
  updateProfile,
} from '@skein/contracts/users';
import type { BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../http/routes/success.ts';
import type { ProfilesModule } from './profiles.module.ts';

export function profilesRoutes(bind: BindRoute, profiles: ProfilesModule): void {
  bind(updateProfile, async ({ viewer, body, files }) => {
    const user = await profiles.update(viewer, body, files.profileImage[0]);
    return { ...success('Your profile has been updated successfully!'), user };
  });
  bind(searchUsers, ({ viewer, query }) => profiles.search(viewer, query));
  bind(listSuggestedUsers, ({ viewer, query }) => profiles.suggest(viewer, query.limit));
  bind(dismissSuggestedUser, async ({ viewer, params }) => {
    await profiles.dismiss(viewer, params.userId);
    return success('This person will not be suggested to you again.');
  });
  // After the paths that it would match, too.
  bind(getProfile, ({ viewer, params }) => profiles.get(viewer, params.userIdOrUsername));
}
