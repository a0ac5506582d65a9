import * as routes from '@skein/contracts/routes';
import type { InstancePage } from '@skein/contracts/administration';
import type { RulesInput, SavedPage, SavedSettings } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { auditKey, pageTextQuery, rulesQuery, settingsQuery } from './admin.queries.ts';

/** Saves the settings of the instance, unless somebody else has changed them. */
export function useSaveSettings() {
  return useMutation({
    mutationFn: ({ version, settings }: Pick<SavedSettings, 'version' | 'settings'>) =>
      request(routes.updateSiteSettings, { body: { version, settings } }),
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
      request(routes.updateAdminPage, { params: { page }, body }),
    onSuccess: (saved, _variables, _before, { client }) => {
      toast.success(t('admin.page.saved'));
      client.setQueryData(pageTextQuery(page).queryKey, saved);
      return client.invalidateQueries({ queryKey: auditKey });
    },
  });
}

export function useSaveRules() {
  return useMutation({
    mutationFn: (body: RulesInput) => request(routes.updateAdminRules, { body }),
    onSuccess: (saved, _variables, _before, { client }) => {
      toast.success(t('admin.rules.saved'));
      client.setQueryData(rulesQuery.queryKey, saved);
      return client.invalidateQueries({ queryKey: auditKey });
    },
  });
}
