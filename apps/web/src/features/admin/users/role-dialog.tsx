import type { UserRole } from '@skein/contracts/administration';
import type { AdminUser } from '@skein/contracts/moderation';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface RoleDialogProps {
  user: AdminUser;
  /** The roles that the viewer may give. */
  roles: readonly UserRole[];
  onClose: () => void;
  onConfirm: (role: UserRole) => void;
}

/** Chooses the role of an account. */
export function RoleDialog({ user, roles, onClose, onConfirm }: RoleDialogProps) {
  const formId = useId();
  const [chosen, setChosen] = useState(user.role);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onConfirm(chosen);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.changeRoleNamed', { name: user.name })}
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
