import * as routes from '@skein/contracts/routes';
import type { RouteRequest } from '@skein/contracts/http';
import type { CurrentUser, updateProfile } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';
import { userKeys } from '../../users/user-cache.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';

interface ProfileSave {
  changes: RouteRequest<typeof updateProfile>['body'];
  picture: ImageChange;
  banner: ImageChange;
}

interface ImageChange {
  selected: { file: File } | null;
  isRemoved: boolean;
}

/** Saves the viewer's profile and refetches everything that shows it. */
export function useSaveProfile() {
  const [uploaded, setUploaded] = useState(0);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ changes, picture, banner }: ProfileSave): Promise<CurrentUser> => {
      const { user } = await request(routes.updateProfile, {
        body: {
          ...changes,
          ...(picture.isRemoved && { removeProfileImage: 'true' as const }),
          ...(banner.isRemoved && { removeBannerImage: 'true' as const }),
        },
        files: {
          ...(picture.selected && { profileImage: [picture.selected.file] }),
          ...(banner.selected && { bannerImage: [banner.selected.file] }),
        },
        ...((picture.selected ?? banner.selected) && { onUploadProgress: setUploaded }),
      });
      return user;
    },
    onSuccess: (user, _save, _before, { client }) => {
      saveSessionUser(user);
      client.setQueryData(currentUserQuery.queryKey, user);
      void client.invalidateQueries({ queryKey: userKeys.all });
      void client.invalidateQueries({ queryKey: threadKeys.all });
    },
    onSettled: () => setUploaded(0),
  });
  return {
    saveProfile: mutateAsync,
    isSaving: isPending,
    /** The uploaded fraction of the pictures, from 0 to 1. */
    uploaded,
  };
}
