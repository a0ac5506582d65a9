import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { userKeys } from '../users/user-cache.ts';

/** Saves the viewer's private note about a user; an empty text deletes it. */
export function useSaveNote(userId: string, onSaved: () => void) {
  return useMutation({
    mutationFn: (note: string) => request(routes.saveNote, { params: { userId }, body: { note } }),
    onSuccess: async (_response, _note, _before, { client }) => {
      toast.success(t('profilePage.noteSaved'));
      onSaved();
      await client.invalidateQueries({ queryKey: [...userKeys.all, 'profile'] });
    },
    onError: (error) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('profilePage.noteFailed'), message);
    },
  });
}
