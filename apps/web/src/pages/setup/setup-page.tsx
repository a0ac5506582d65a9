import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rulesQuery, settingsQuery } from '../../features/admin/shared/admin.queries.ts';
import { AdminListSkeleton } from '../../features/admin/shared/admin-list.tsx';
import { AdminLoadError } from '../../features/admin/shared/admin-load-error.tsx';
import { OwnerOffer } from '../../features/admin/setup/owner-offer.tsx';
import { SetupForm } from '../../features/admin/setup/setup-form.tsx';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { userHasPermission } from '../../lib/user-role.ts';
import { Page } from '../../ui/layout/page.tsx';
import { ListMessage } from '../../ui/list-message.tsx';

/** The setup of a new instance, for its administrators. The user of the first account becomes one here. */
export function SetupPage() {
  const { user } = useSession();
  const [hasClicked, setHasClicked] = useState(false);
  return (
    <Page title={t('admin.setup.title')}>
      {userHasPermission(user, 'administrate') ? (
        <LoadedSetup isContinued={hasClicked} />
      ) : user?.canSetUp === true ? (
        <OwnerOffer onSubmit={() => setHasClicked(true)} />
      ) : (
        <ListMessage text={t('admin.notAllowed')} />
      )}
    </Page>
  );
}

function LoadedSetup({ isContinued }: { isContinued: boolean }) {
  const settings = useQuery(settingsQuery);
  const rules = useQuery(rulesQuery);
  if (settings.data !== undefined && rules.data !== undefined) {
    return <SetupForm saved={settings.data} savedRules={rules.data} isContinued={isContinued} />;
  }
  const error = settings.error ?? rules.error;
  if (error === null) return <AdminListSkeleton />;
  const retry = () => void Promise.all([settings.refetch(), rules.refetch()]);
  return <AdminLoadError error={error} onRetry={retry} />;
}
