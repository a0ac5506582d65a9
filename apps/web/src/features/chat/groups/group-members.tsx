import MoreHorizontal from 'lucide-react/icons/ellipsis';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserMinus from 'lucide-react/icons/user-minus';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { GroupDetails, GroupMember } from '@skein/contracts/chat';
import { Avatar } from '../../../ui/avatar.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { VerifiedBadge } from '../../../ui/verified-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import { t } from '../../../i18n/index.ts';
import { useChangeRole, useRemoveMember } from './group.mutation.ts';

interface GroupMembersProps {
  group: GroupDetails;
  viewerId: string;
}

/** The members of a group with their roles. Admins can change both. */
export function GroupMembers({ group, viewerId }: GroupMembersProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [toRemove, setToRemove] = useState<GroupMember | null>(null);
  const removal = useRemoveMember(group.id, () => {
    setToRemove(null);
    // The row with the button disappears.
    heading.current?.focus();
  });
  const role = useChangeRole(group.id);
  const itemsFor = (member: GroupMember): MenuItem[] => {
    const { user, isAdmin, isPending } = member;
    const change = {
      label: t(isAdmin ? 'groups.removeAdmin' : 'groups.makeAdmin'),
      icon: isAdmin ? ShieldOff : ShieldCheck,
      onSelect: () => role.mutate({ userId: user.id, isAdmin: !isAdmin }),
    };
    return [
      ...(isPending ? [] : [change]),
      {
        label: t('groups.remove'),
        icon: UserMinus,
        isDangerous: true,
        // Deferred until the menu has returned the focus to its button.
        onSelect: () => setTimeout(setToRemove, 0, member),
      },
    ];
  };
  return (
    <section aria-labelledby={id} className="border-t border-line pt-3 pb-4">
      <h3 ref={heading} id={id} tabIndex={-1} className="px-4 pb-1 font-semibold outline-none">
        {t('groups.members')}
      </h3>
      <ul>
        {group.members.map((member) => (
          <li key={member.user.id} className="flex items-center gap-1 pr-2">
            <MemberLink member={member} isViewer={member.user.id === viewerId} />
            {group.isAdmin && member.user.id !== viewerId && (
              <Menu
                label={t('groups.actionsFor', { name: member.user.name })}
                align="end"
                items={itemsFor(member)}
                renderTrigger={(trigger) => (
                  <IconButton
                    {...trigger}
                    icon={MoreHorizontal}
                    size="sm"
                    label={t('groups.actionsFor', { name: member.user.name })}
                  />
                )}
              />
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={toRemove !== null}
        title={t('groups.removeTitle', { name: toRemove?.user.name ?? '' })}
        text={t('groups.removeText')}
        confirmLabel={t('groups.remove')}
        isDangerous
        isBusy={removal.isPending}
        onConfirm={() => toRemove && removal.mutate(toRemove.user.id)}
        onCancel={() => setToRemove(null)}
      />
    </section>
  );
}

function MemberLink({ member, isViewer }: { member: GroupMember; isViewer: boolean }) {
  const { user, isAdmin, isPending } = member;
  const content = (
    <>
      <Avatar name={user.name} picture={user.picture} />
      <span className="min-w-0 grow">
        <span className="flex items-center gap-1 font-semibold">
          <span className="truncate">{isViewer ? t('chat.you') : user.name}</span>
          {user.isUserVerified && <VerifiedBadge className="size-4" />}
        </span>
        <span className="block truncate text-sm text-muted">
          {user.username !== '' && `@${user.username}`}
        </span>
      </span>
      {(isAdmin || isPending) && (
        <span className="shrink-0 rounded-full border border-line px-2 text-xs text-muted">
          {t(isAdmin ? 'groups.admin' : 'groups.pending')}
        </span>
      )}
    </>
  );
  const className = 'flex min-w-0 grow items-center gap-3 px-4 py-2';
  // A user who has blocked the viewer has no profile to link to.
  if (user.username === '') return <div className={className}>{content}</div>;
  return (
    <Link
      to={paths.profile(user.username)}
      className={`${className} transition-colors hover:bg-hover focus-visible:-outline-offset-2`}
    >
      {content}
    </Link>
  );
}
