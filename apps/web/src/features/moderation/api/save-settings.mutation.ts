import type { SavedSettings, updateSiteSettings } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { auditQuery, settingsQuery } from './admin.queries.ts';

/** Saves the settings of the instance, unless somebody else has changed them. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: ({ version, settings }: Pick<SavedSettings, 'version' | 'settings'>) =>
      request<typeof updateSiteSettings>({
        method: 'PUT',
        path: '/admin/settings',
        body: { version, settings },
      }),
    onSuccess: (saved, _variables, _before, { client }) => {
      toast.success(t('admin.settings.saved'), t('admin.settings.savedText'));
      client.setQueryData(settingsQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: auditQuery.queryKey });
    },
  });
}
