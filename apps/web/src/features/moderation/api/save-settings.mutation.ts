import type { InstancePage } from '@skein/contracts/administration';
import type {
  RulesInput,
  SavedPage,
  SavedSettings,
  updateAdminPage,
  updateAdminRules,
  updateSiteSettings,
} from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { auditKey, pageTextQuery, rulesQuery, settingsQuery } from './admin.queries.ts';

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
      return client.invalidateQueries({ queryKey: auditKey });
    },
  });
}

export function useSavePage(page: InstancePage) {
  return useMutation({
    mutationFn: (body: Pick<SavedPage, 'version' | 'text'>) =>
      request<typeof updateAdminPage>({
        method: 'PUT',
        path: '/admin/pages/{page}',
        params: { page },
        body,
      }),
    onSuccess: (saved, _variables, _before, { client }) => {
      toast.success(t('admin.page.saved'));
      client.setQueryData(pageTextQuery(page).queryKey, saved);
      return client.invalidateQueries({ queryKey: auditKey });
    },
  });
}

export function useSaveRules() {
  return useMutation({
    mutationFn: (body: RulesInput) =>
      request<typeof updateAdminRules>({ method: 'PUT', path: '/admin/rules', body }),
    onSuccess: (saved, _variables, _before, { client }) => {
      toast.success(t('admin.rules.saved'));
      client.setQueryData(rulesQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: auditKey });
    },
  });
}
