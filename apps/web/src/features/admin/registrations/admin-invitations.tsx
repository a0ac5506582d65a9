import type { Invitation } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { invitationsQuery } from '../shared/admin.queries.ts';
import { useCreateInvitation } from './create-invitation.mutation.ts';
import { AdminList } from '../shared/admin-list.tsx';
import { InvitationEntry } from '../../moderation/invitations/invitation-entry.tsx';
import { InvitationForm } from '../../moderation/invitations/invitation-form.tsx';

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
