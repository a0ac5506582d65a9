import { bindDependencies } from '../../platform/bind-dependencies.ts';
import {
  dismissSuggestedUser,
  getProfileDetails,
  listDirectory,
  searchUsers,
  suggestUsers,
} from './find-profiles.ts';
import type { ProfileDependencies } from './find-profiles.ts';
import { updateProfile } from './update-profile.ts';
import type { UpdateProfileDependencies } from './update-profile.ts';

export type ProfilesModule = ReturnType<typeof createProfilesModule>;

export function createProfilesModule(deps: ProfileDependencies & UpdateProfileDependencies) {
  return bindDependencies(deps, {
    get: getProfileDetails,
    update: updateProfile,
    search: searchUsers,
    suggest: suggestUsers,
    dismiss: dismissSuggestedUser,
    listDirectory,
  });
}
