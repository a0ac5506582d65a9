import type { CurrentUser, SensitiveContent, updateProfile } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';
import { toast } from '../../../lib/toast.ts';
import { currentUserQuery } from '../../auth/api/current-user.queries.ts';

/** Saves how threads with a content warning and sensitive media are shown, on all devices. */
export function useSaveSensitiveContent() {
  return useMutation({
    mutationFn: async (sensitiveContent: SensitiveContent): Promise<CurrentUser> => {
      const { user } = await request<typeof updateProfile>({
        method: 'PUT',
        path: '/users/me',
        body: { sensitiveContent },
        files: {},
      });
      return user;
    },
    scope: { id: 'sensitive-content' },
    onSuccess: (user, _choice, _before, { client }) => {
      saveSessionUser(user);
      client.setQueryData(currentUserQuery.queryKey, user);
    },
    onError: () => toast.error(t('appearance.sensitiveFailed')),
  });
}
