import { listAssignableRoles } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import type { CurrentUser } from '@skein/contracts/users';
import BadgeCheck from 'lucide-react/icons/badge-check';
import BadgeX from 'lucide-react/icons/badge-x';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import Gavel from 'lucide-react/icons/gavel';
import History from 'lucide-react/icons/history';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { canPurge, userHasPermission } from '../../../lib/user-role.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-item.ts';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { PurgeDialog } from './purge-button.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { canStrike } from './strike-button.tsx';
import { StrikeDialog } from './strike-dialog.tsx';
import { StrikesDialog } from './strikes-button.tsx';
import { strikesLabel } from './strikes-label.ts';

type DialogName = 'strike' | 'strikes' | 'role' | 'purge';

/** The less common actions on an account; nothing if the viewer may do none of them. */
export function AccountMenu({ user }: { user: AdminUser }) {
  const { user: viewer } = useSession();
  const action = useAdminAction();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { id: userId, name, isUserVerified, hasStrikes } = user;
  const roles = listRoles(viewer, user);
  // Deferred until the menu has returned the focus to its button, so the dialog can too.
  const open = (opened: DialogName) => () => setTimeout(setDialog, 0, opened);
  const verification = {
    label: t(isUserVerified ? 'admin.unverify' : 'admin.verify'),
    icon: isUserVerified ? BadgeX : BadgeCheck,
    isDisabled: action.isPending,
    onSelect: () => action.mutate({ kind: 'verify', userId, isVerified: !isUserVerified }),
  };
  const strikes = { label: strikesLabel(user), icon: History, onSelect: open('strikes') };
  const change = {
    label: t('admin.changeRole'),
    icon: ShieldCheck,
    isDisabled: action.isPending,
    onSelect: open('role'),
  };
  // Accounts that are not suspended have a button for it.
  const strike = { label: t('admin.act'), icon: Gavel, onSelect: open('strike') };
  const isStrikable = user.isSuspended && viewer !== null && canStrike(viewer, userId, user.role);
  const purge = {
    label: t('admin.purge'),
    icon: Trash2,
    isDangerous: true,
    onSelect: open('purge'),
  };
  const items: MenuItem[] = [
    ...(userHasPermission(viewer, 'administrate') ? [verification] : []),
    ...(isStrikable ? [strike] : []),
    ...(hasStrikes ? [strikes] : []),
    ...(roles.length > 0 ? [change] : []),
    ...(canPurge(viewer, user.role) ? [purge] : []),
  ];
  if (items.length === 0) return null;
  const label = t('admin.moreActions', { name });
  return (
    <>
      <Menu
        label={label}
        items={items}
        align="start"
        renderTrigger={(trigger) => (
          <IconButton
            {...trigger}
            icon={MoreHorizontal}
            size="sm"
            iconSize={18}
            label={label}
            className="border border-line"
          />
        )}
      />
      {dialog !== null && (
        <AccountDialog
          dialog={dialog}
          user={user}
          roles={roles}
          onClose={() => setDialog(null)}
          onChangeRole={(role) => action.mutate({ kind: 'changeRole', userId, role })}
        />
      )}
    </>
  );
}

/** The roles that the viewer may give to an account. */
function listRoles(viewer: CurrentUser | null, user: AdminUser): readonly UserRole[] {
  if (viewer === null || viewer.id === user.id || user.isRoleFixed) return [];
  return listAssignableRoles(viewer.role, user.role);
}

interface AccountDialogProps {
  dialog: DialogName;
  user: AdminUser;
  roles: readonly UserRole[];
  onClose: () => void;
  onChangeRole: (role: UserRole) => void;
}

function AccountDialog({ dialog, user, roles, onClose, onChangeRole }: AccountDialogProps) {
  if (dialog === 'strike') return <StrikeDialog user={user} role={user.role} onClose={onClose} />;
  if (dialog === 'strikes') return <StrikesDialog user={user} onClose={onClose} />;
  if (dialog === 'purge') return <PurgeDialog user={user} onClose={onClose} onDone={onClose} />;
  return (
    <RoleDialog
      user={user}
      roles={roles}
      onClose={onClose}
      onConfirm={(role) => {
        onClose();
        if (role !== user.role) onChangeRole(role);
      }}
    />
  );
}
