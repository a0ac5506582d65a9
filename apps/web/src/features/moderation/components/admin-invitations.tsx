import type { Invitation } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useAdminAction } from '../api/admin-action.mutation.ts';
import { invitationsQuery } from '../api/admin.queries.ts';
import { useCreateInvitation } from '../api/create-invitation.mutation.ts';
import { AdminList } from './admin-list.tsx';
import { InvitationEntry } from './invitation-entry.tsx';
import { InvitationForm } from './invitation-form.tsx';

/** Creates, lists and revokes invitations. */
export function AdminInvitations() {
  const query = useInfiniteQuery(invitationsQuery);
  const creation = useCreateInvitation();
  return (
    <>
      <InvitationForm creation={creation} text={t('admin.invitations.text')} />
      <AdminList
        query={query}
        empty={t('admin.invitations.empty')}
        renderItem={(invitation) => <Entry invitation={invitation} />}
      />
    </>
  );
}

function Entry({ invitation }: { invitation: Invitation }) {
  const revocation = useAdminAction();
  const { id: invitationId } = invitation;
  return (
    <InvitationEntry
      invitation={invitation}
      isBusy={revocation.isPending}
      onRevoke={() => revocation.mutate({ kind: 'revokeInvitation', invitationId })}
    />
  );
}
