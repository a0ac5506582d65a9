import { useLocation } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { GroupInvitation } from '../../features/chat/groups/group-invitation.tsx';
import { t } from '../../i18n/index.ts';

/** The page of an invite link to a group. */
export function JoinGroupPage() {
  // In the fragment, so that the token is not in the logs of proxies.
  const token = useLocation().hash.slice(1);
  return (
    <Page title={t('groups.invitation')}>
      <GroupInvitation key={token} token={token} />
    </Page>
  );
}
