import type { CurrentUser, updateProfile } from '@skein/contracts/users';
import type { RouteRequest } from '@skein/contracts/http';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../lib/api/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';
import { peopleKeys } from '../../people/api/people-keys.ts';
import { currentUserQuery } from '../../session/api/current-user.queries.ts';
import { threadKeys } from '../../threads/api/thread-keys.ts';

interface ProfileSave {
  changes: RouteRequest<typeof updateProfile>['body'];
  picture: File | null;
  /** Called with 0 to 1 while a picture is sent. */
  onUploadProgress: (fraction: number) => void;
}

/** Saves the own profile. Cards and lists that show the person are asked for again. */
export function useSaveProfile() {
  return useMutation({
    mutationFn: async (save: ProfileSave): Promise<CurrentUser> => {
      const { changes, picture, onUploadProgress } = save;
      const { user } = await request<typeof updateProfile>({
        method: 'PUT',
        path: '/users/me',
        body: changes,
        ...(picture === null
          ? { files: {} }
          : { files: { profileImage: [picture] }, onUploadProgress }),
      });
      return user;
    },
    onSuccess: (user, _save, _before, { client }) => {
      saveSessionUser(user);
      client.setQueryData(currentUserQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: peopleKeys.all });
      void client.invalidateQueries({ queryKey: threadKeys.all });
    },
  });
}
