import * as routes from '@skein/contracts/routes';
import type { InstancePage } from '@skein/contracts/administration';
import type { RulesInput, SavedPage, SavedSettings } from '@skein/contracts/instance';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { auditKey, pageTextQuery, rulesQuery, settingsQuery } from '../shared/admin.queries.ts';

/** Saves the settings of the instance, unless somebody else has changed them. */
export function useSaveSettings() {
  const send = ({ version, settings }: Pick<SavedSettings, 'version' | 'settings'>) =>
    request(routes.updateSiteSettings, { body: { version, settings } });
  return useMutation(
    adminMutation(send, {
      invalidates: [auditKey],
      showsErrors: true,
      onSaved(saved, client) {
        toast.success(t('admin.settings.saved'), t('admin.settings.savedText'));
        client.setQueryData(settingsQuery.queryKey, saved);
      },
    }),
  );
}

export function useSavePage(page: InstancePage) {
  const send = (body: Pick<SavedPage, 'version' | 'text'>) =>
    request(routes.updateAdminPage, { params: { page }, body });
  return useMutation(
    adminMutation(send, {
      invalidates: [auditKey],
      showsErrors: true,
      onSaved(saved, client) {
        toast.success(t('admin.page.saved'));
        client.setQueryData(pageTextQuery(page).queryKey, saved);
      },
    }),
  );
}

export function useSaveRules() {
  const send = (body: RulesInput) => request(routes.updateAdminRules, { body });
  return useMutation(
    adminMutation(send, {
      invalidates: [auditKey],
      showsErrors: true,
      onSaved(saved, client) {
        toast.success(t('admin.rules.saved'));
        client.setQueryData(rulesQuery.queryKey, saved);
      },
    }),
  );
}
