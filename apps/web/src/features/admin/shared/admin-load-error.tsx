import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { ListMessage } from '../../../ui/list-message.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { SettingsLink } from '../../settings/layout/settings-link.tsx';

interface AdminLoadErrorProps {
  error: Error | null;
  onRetry: () => void;
}

/** Replaces a list that could not be loaded, for example because it requires a second factor. */
export function AdminLoadError({ error, onRetry }: AdminLoadErrorProps) {
  if (error instanceof ApiError && error.code === 'two_factor_required') {
    return (
      <ListMessage text={t('admin.twoFactorRequired')}>
        <SettingsLink to={paths.securitySettings}>{t('admin.openSecurity')}</SettingsLink>
      </ListMessage>
    );
  }
  return <LoadError text={t('admin.loadFailed')} onRetry={onRetry} />;
}
