import type { Invitation } from '@skein/contracts/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { locale, t } from '../../../i18n/index.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { Button } from '../../../ui/button.tsx';
import { useAdminAction } from '../api/admin-action.mutation.ts';
import { invitationsQuery } from '../api/admin.queries.ts';
import { AdminList } from './admin-list.tsx';
import { InvitationForm } from './invitation-form.tsx';

const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** Creates, lists and revokes invitations. */
export function AdminInvitations() {
  const query = useInfiniteQuery(invitationsQuery);
  return (
    <>
      <InvitationForm />
      <AdminList
        query={query}
        empty={t('admin.invitations.empty')}
        renderItem={(invitation) => <Entry invitation={invitation} />}
      />
    </>
  );
}

function Entry({ invitation }: { invitation: Invitation }) {
  const {
    id: invitationId,
    creator,
    createdAt,
    expiresAt,
    usesCount,
    usesMax,
    status,
  } = invitation;
  const revocation = useAdminAction();
  return (
    <article className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p>
          <span className="font-semibold">{t(`admin.invitations.status.${status}`)}</span>
          {' · '}
          {t('admin.invitations.uses', { count: usesCount, max: usesMax })}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {t('admin.invitations.created', {
            name: creator.name,
            date: dateFormat.format(new Date(createdAt)),
            end: dateFormat.format(new Date(expiresAt)),
          })}
        </p>
      </div>
      {status === 'usable' && (
        <Button
          size="sm"
          variant="secondary"
          isBusy={revocation.isPending}
          onClick={firstClick(() => revocation.mutate({ kind: 'revokeInvitation', invitationId }))}
        >
          {t('admin.invitations.revoke')}
        </Button>
      )}
    </article>
  );
}
