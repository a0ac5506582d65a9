import * as routes from '@skein/contracts/routes';
import type { CurrentUser } from '@skein/contracts/users';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { saveSessionUser } from '../../../lib/session/index.ts';
import { toast } from '../../../lib/toast.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';

type Setting =
  | 'sensitiveContent'
  | 'remindsOfAltText'
  | 'defaultAudience'
  | 'isSensitiveByDefault'
  | 'defaultLanguage'
  | 'feedLanguages'
  | 'messagePermission'
  | 'isShownOutside'
  | 'isFederated'
  | 'isBot'
  | 'isDiscoverable'
  | 'hidesConnections'
  | 'sendsReadReceipts'
  | 'sendsTypingIndicators';

/** Saves a setting of the account, which applies to all devices. */
export function useSaveSetting<Name extends Setting>(name: Name) {
  return useMutation({
    mutationFn: async (value: CurrentUser[Name]): Promise<CurrentUser> => {
      // A form cannot contain an empty list or null.
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      const sent = isEmpty ? '' : value;
      const { user } = await request(routes.updateProfile, { body: { [name]: sent }, files: {} });
      return user;
    },
    scope: { id: name },
    onSuccess: (user, _value, _before, { client }) => {
      saveSessionUser(user);
      client.setQueryData(currentUserQuery.queryKey, user);
    },
    onError: () => toast.error(t('appearance.sensitiveFailed')),
  });
}
