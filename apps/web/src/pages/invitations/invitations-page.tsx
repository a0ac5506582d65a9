import { useQuery } from '@tanstack/react-query';
import { ownInvitationsQuery } from '../../features/instance/own-invitations.queries.ts';
import { OwnInvitations } from '../../features/moderation/invitations/own-invitations.tsx';
import { t } from '../../i18n/index.ts';
import { ListMessage } from '../../ui/list-message.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Page } from '../../ui/layout/page.tsx';

/** The viewer's invitations to the instance, for users who may invite others. */
export function InvitationsPage() {
  const query = useQuery(ownInvitationsQuery);
  return (
    <Page title={t('admin.ownInvitations.title')}>
      {query.data !== undefined ? (
        <OwnInvitations value={query.data} />
      ) : query.isError ? (
        <LoadError text={t('admin.failed')} onRetry={() => void query.refetch()} />
      ) : (
        <ListMessage text={t('common.loading')} />
      )}
    </Page>
  );
}
