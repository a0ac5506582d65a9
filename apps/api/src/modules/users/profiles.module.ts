import type { ProfileChanges } from '@skein/contracts/users';
import type { Viewer } from '../../platform/viewer.ts';
import type { DirectoryRange } from './directory.queries.ts';
import {
  dismissSuggestedUser,
  getProfileDetails,
  listDirectory,
  searchUsers,
  suggestUsers,
} from './find-profiles.ts';
import type { ProfileDependencies } from './find-profiles.ts';
import { updateProfile } from './update-profile.ts';
import type { ProfileFiles, UpdateProfileDependencies } from './update-profile.ts';

export type ProfilesModule = ReturnType<typeof createProfilesModule>;

export function createProfilesModule(deps: ProfileDependencies & UpdateProfileDependencies) {
  return {
    get: (viewer: Viewer, idOrUsername: string) => getProfileDetails(deps, viewer, idOrUsername),
    update: (viewer: Viewer, changes: ProfileChanges, files: ProfileFiles) =>
      updateProfile(deps, viewer, changes, files),
    search: (viewer: Viewer, input: { q: string; limit: number }) =>
      searchUsers(deps, viewer, input),
    /** @param tags Hashtags whose authors come first, in lower case. */
    suggest: (viewer: Viewer, limit: number, tags: readonly string[] = []) =>
      suggestUsers(deps, viewer, limit, tags),
    dismiss: (viewer: Viewer, userId: string) => dismissSuggestedUser(deps, viewer, userId),
    listDirectory: (viewer: Viewer, range: DirectoryRange) => listDirectory(deps, viewer, range),
  };
}
