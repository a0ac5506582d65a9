import type { OwnInvitations as OwnInvitationsValue } from '@skein/contracts/moderation';
import { t } from '../../../i18n/index.ts';
import { ListMessage } from '../../../ui/list-message.tsx';
import { useCreateOwnInvitation, useRevokeOwnInvitation } from './own-invitations.mutation.ts';
import { InvitationEntry } from './invitation-entry.tsx';
import { InvitationForm } from './invitation-form.tsx';

/** Creates, lists and revokes the viewer's invitations. */
export function OwnInvitations({ value }: { value: OwnInvitationsValue }) {
  const creation = useCreateOwnInvitation();
  const revocation = useRevokeOwnInvitation();
  const { canInvite, remaining, invitations } = value;
  const text =
    remaining === null
      ? t('admin.ownInvitations.text')
      : t('admin.ownInvitations.remaining', { count: remaining });
  return (
    <>
      {canInvite ? (
        <InvitationForm creation={creation} text={text} />
      ) : (
        <ListMessage text={t('admin.ownInvitations.notAllowed')} />
      )}
      {invitations.map((invitation) => (
        <div key={invitation.id} className="border-b border-line p-4">
          <InvitationEntry
            invitation={invitation}
            isBusy={revocation.isPending && revocation.variables === invitation.id}
            onRevoke={() => revocation.mutate(invitation.id)}
          />
        </div>
      ))}
    </>
  );
}
