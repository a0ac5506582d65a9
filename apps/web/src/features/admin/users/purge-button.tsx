import type { UserRole } from '@skein/contracts/administration';
import { adminReasonMaxLength } from '@skein/contracts/limits';
import type { NamedUser } from '@skein/contracts/moderation';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { useSession } from '../../../lib/session/index.ts';
import { canPurge } from '../../../lib/user-role.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useAdminAction } from '../shared/admin-action.mutation.ts';

interface PurgeButtonProps {
  user: NamedUser;
  role: UserRole;
  onDone?: () => void;
}

/** Opens the dialog that deletes an account; nothing if the viewer may not delete it. */
export function PurgeButton({ user, role, onDone }: PurgeButtonProps) {
  const { user: actor } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!canPurge(actor, role)) return null;
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('admin.purgeUser', { name: user.name })}
        onClick={() => setIsOpen(true)}
      >
        {t('admin.purge')}
      </Button>
      {isOpen && (
        <PurgeDialog
          user={user}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false);
            onDone?.();
          }}
        />
      )}
    </>
  );
}

interface PurgeDialogProps {
  user: NamedUser;
  onClose: () => void;
  onDone: () => void;
}

/** Deletes an account after its username and a reason were entered. */
export function PurgeDialog({ user: { id, name, username }, onClose, onDone }: PurgeDialogProps) {
  const formId = useId();
  const [entered, setEntered] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const purge = useAdminAction();
  const isSame = entered.trim().replace(/^@/, '').toLowerCase() === username;
  const hasReason = reason.trim() !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (!isSame || !hasReason || purge.isPending) return;
    purge.mutate({ kind: 'purge', userId: id, username, reason }, { onSuccess: onDone });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.purgeUser', { name })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={purge.isPending}>
            {t('admin.purge')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p>{t('admin.purgeText')}</p>
        <TextField
          label={t('admin.purgeUsername', { username })}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={100}
          error={isChecked && !isSame ? t('admin.purgeMismatch') : undefined}
          value={entered}
          onChange={({ target }) => setEntered(target.value)}
        />
        <TextAreaField
          label={t('admin.reason')}
          hint={t('admin.reasonHint')}
          error={isChecked && !hasReason ? t('admin.reasonMissing') : undefined}
          rows={2}
          maxLength={adminReasonMaxLength}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  );
}
