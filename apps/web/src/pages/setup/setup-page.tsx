import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { rulesQuery, settingsQuery } from '../../features/moderation/api/admin.queries.ts';
import { AdminListSkeleton } from '../../features/moderation/components/admin-list.tsx';
import { useBecomeOwner } from '../../features/moderation/api/become-owner.mutation.ts';
import { AdminLoadError } from '../../features/moderation/components/admin-load-error.tsx';
import { SetupForm } from '../../features/moderation/components/setup-form.tsx';
import { t } from '../../i18n/index.ts';
import { firstClick } from '../../lib/first-click.ts';
import { useSession } from '../../lib/session/index.ts';
import { userHasPermission } from '../../lib/user-role.ts';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Button } from '../../ui/button.tsx';
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
        <OwnerOffer onClick={() => setHasClicked(true)} />
      ) : (
        <ListMessage text={t('admin.notAllowed')} />
      )}
    </Page>
  );
}

function OwnerOffer({ onClick }: { onClick: () => void }) {
  const claim = useBecomeOwner();
  return (
    <Notice icon={KeyRound} title={t('admin.setup.ownerTitle')} text={t('admin.setup.ownerText')}>
      <Button
        isBusy={claim.isPending}
        onClick={firstClick(() => {
          onClick();
          claim.mutate();
        })}
      >
        {t('admin.setup.becomeOwner')}
      </Button>
    </Notice>
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
