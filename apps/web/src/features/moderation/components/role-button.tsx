import { listAssignableRoles } from '@skein/contracts/administration';
import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { roleOf } from '../../../lib/user-role.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAdminAction } from '../api/admin-action.mutation.ts';

/** Changes the role of an account, in a dialog; nothing if the user may not change it. */
export function RoleButton({ user }: { user: AdminUser }) {
  const { user: actor } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const change = useAdminAction();
  const roles =
    actor && actor.id !== user.id && user.isRoleFixed !== true
      ? listAssignableRoles(roleOf(actor), roleOf(user))
      : [];
  if (roles.length === 0) return null;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.changeRoleOf', { name: user.name })}
        isBusy={change.isPending}
        onClick={() => setIsOpen(true)}
      >
        {t('admin.role')}
      </Button>
      {isOpen && (
        <RoleDialog
          user={user}
          roles={roles}
          onClose={() => setIsOpen(false)}
          onConfirm={(role) => {
            setIsOpen(false);
            if (role !== roleOf(user)) change.mutate({ kind: 'changeRole', userId: user.id, role });
          }}
        />
      )}
    </>
  );
}

interface RoleDialogProps {
  user: AdminUser;
  roles: readonly UserRole[];
  onClose: () => void;
  onConfirm: (role: UserRole) => void;
}

function RoleDialog({ user, roles, onClose, onConfirm }: RoleDialogProps) {
  const formId = useId();
  const [chosen, setChosen] = useState(roleOf(user));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onConfirm(chosen);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.changeRoleOf', { name: user.name })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId}>
            {t('admin.changeRole')}
          </Button>
        </div>
      }
    >
      <form id={formId} onSubmit={submit} className="p-4">
        <fieldset>
          <legend className="sr-only">{t('admin.role')}</legend>
          {roles.map((role) => (
            <label
              key={role}
              className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover"
            >
              <input
                type="radio"
                name="role"
                checked={role === chosen}
                onChange={() => setChosen(role)}
                className="size-5 shrink-0 accent-accent"
              />
              <span>
                {t(`admin.role.${role}`)}
                <span className="block text-sm text-muted">{t(`admin.roleText.${role}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
