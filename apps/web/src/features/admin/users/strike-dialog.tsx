import { accountActions, hasPermission } from '@skein/contracts/administration';
import type { StrikeAction, UserRole } from '@skein/contracts/administration';
import type { NamedUser } from '@skein/contracts/moderation';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAdminAction } from '../shared/admin-action.mutation.ts';
import { StrikeActionField } from './strike-action-field.tsx';
import { StrikeReasonFields } from './strike-reason-fields.tsx';
import { endAfter, SuspensionEndField } from './suspension-end-field.tsx';

export interface StrikeTarget {
  user: NamedUser;
  role: UserRole;
  /** For actions on a thread. */
  threadId?: string | null;
  /** The report that the action decides. */
  reportId?: string | null;
  /** The action that is chosen first. */
  action?: StrikeAction;
}

/** Chooses an action on an account or thread and its reason, which the user gets. */
export function StrikeDialog({ onClose, ...target }: StrikeTarget & { onClose: () => void }) {
  const { user, threadId = null, reportId = null } = target;
  const formId = useId();
  const [action, setAction] = useState<StrikeAction>(target.action ?? 'warn');
  const [days, setDays] = useState('');
  const [reason, setReason] = useState({ ruleIds: [] as string[], text: '' });
  const [isChecked, setIsChecked] = useState(false);
  const strike = useAdminAction();
  const isMissing = reason.ruleIds.length === 0 && reason.text.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (isMissing || strike.isPending) return;
    const suspendedUntil = action === 'suspend' ? endAfter(days) : null;
    const chosen = { action, threadId, reportId, suspendedUntil, ...reason };
    strike.mutate({ kind: 'strike', userId: user.id, strike: chosen }, { onSettled: onClose });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.actOn', { name: user.name })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={strike.isPending}>
            {t('admin.act')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p className="text-muted">{t('admin.actText', { name: user.name })}</p>
        <StrikeActionField options={listActions(target)} value={action} onChange={setAction} />
        {action === 'suspend' && <SuspensionEndField days={days} onChange={setDays} />}
        <StrikeReasonFields
          value={reason}
          error={isChecked && isMissing ? t('admin.strikeReasonMissing') : undefined}
          onChange={setReason}
        />
      </form>
    </Dialog>
  );
}

/** Administrators can only be warned, and their threads removed. */
function listActions({ role, threadId = null }: StrikeTarget): StrikeAction[] {
  const onThread: StrikeAction[] = threadId === null ? [] : ['mark_sensitive', 'remove_thread'];
  if (hasPermission(role, 'administrate')) return ['warn', ...onThread];
  return [...onThread, ...accountActions];
}
