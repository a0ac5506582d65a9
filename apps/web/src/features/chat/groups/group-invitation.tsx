import { useQuery } from '@tanstack/react-query';
import Link2Off from 'lucide-react/icons/link-2-off';
import { Link, useNavigate } from 'react-router-dom';
import type { GroupInvitation as Invitation } from '@skein/contracts/chat';
import { ApiError } from '../../../api/index.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { paths } from '../../../lib/paths.ts';
import { t } from '../../../i18n/index.ts';
import { useJoinGroup } from './group.mutation.ts';
import { groupInvitationQuery } from './group.queries.ts';
import { RequestError } from './request-error.tsx';

/** The group of an invite link, with a button to join it. */
export function GroupInvitation({ token }: { token: string }) {
  const query = useQuery({ ...groupInvitationQuery(token), enabled: token !== '' });
  const { data: invitation, error } = query;
  const isInvalid = error instanceof ApiError && error.status < 500 && error.status !== 429;
  if (token === '' || isInvalid) {
    return (
      <Notice icon={Link2Off} title={t('groups.invalidLink')} text={t('groups.invalidText')} />
    );
  }
  if (invitation) return <Group invitation={invitation} token={token} />;
  if (error) {
    return <LoadError text={t('groups.inviteError')} onRetry={() => void query.refetch()} />;
  }
  return (
    <div role="status" aria-label={t('common.loading')} className={boxClass}>
      <Skeleton className="size-20 rounded-full" />
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3 h-10 w-32 rounded-full" />
    </div>
  );
}

const boxClass = 'flex flex-col items-center gap-2 px-6 py-16 text-center';

function Group({ invitation, token }: { invitation: Invitation; token: string }) {
  const navigate = useNavigate();
  const { conversationId, name, picture, membersCount } = invitation;
  const joining = useJoinGroup(
    ({ id }) => void navigate(paths.conversation(id), { replace: true }),
  );
  return (
    <div className={boxClass}>
      <Avatar name={name} picture={picture} size="xl" />
      <h2 className="max-w-full text-lg font-semibold wrap-anywhere">{name}</h2>
      <p className="text-muted">{t('groups.invitationMembers', { count: membersCount })}</p>
      <div className="flex flex-col items-center gap-3 pt-3">
        {conversationId === null ? (
          <Button isBusy={joining.isPending} onClick={firstClick(() => joining.mutate(token))}>
            {t('groups.join')}
          </Button>
        ) : (
          <>
            <p>{t('groups.isMember')}</p>
            <Link
              to={paths.conversation(conversationId)}
              className="inline-flex h-10 items-center rounded-full bg-accent px-5 font-semibold text-on-accent hover:bg-accent-strong"
            >
              {t('groups.open')}
            </Link>
          </>
        )}
        <RequestError error={joining.error} />
      </div>
    </div>
  );
}
