import { bulkAccountActions } from '@skein/contracts/administration';
import type { BulkAccountAction } from '@skein/contracts/administration';
import type { AccountActionResult, AdminUser } from '@skein/contracts/moderation';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useActOnAccounts } from './act-on-accounts.mutation.ts';
import { StrikeActionField } from './strike-action-field.tsx';
import { StrikeReasonFields } from './strike-reason-fields.tsx';
import { endAfter, SuspensionEndField } from './suspension-end-field.tsx';

interface BulkActionDialogProps {
  users: readonly AdminUser[];
  /** Before anything was done. */
  onClose: () => void;
  /** After the results were read. */
  onDone: () => void;
}

/** Chooses an action on several accounts and its reason, and then shows the result for each. */
export function BulkActionDialog({ users, onClose, onDone }: BulkActionDialogProps) {
  const formId = useId();
  const [action, setAction] = useState<BulkAccountAction>('limit');
  const [days, setDays] = useState('');
  const [reason, setReason] = useState({ ruleIds: [] as string[], text: '' });
  const [isChecked, setIsChecked] = useState(false);
  const { mutate, data, isPending } = useActOnAccounts();
  const isMissing = reason.ruleIds.length === 0 && reason.text.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (isMissing || isPending) return;
    const userIds = users.map(({ id }) => id);
    const suspendedUntil = action === 'suspend' ? endAfter(days) : null;
    mutate({ userIds, action, suspendedUntil, ...reason });
  };
  if (data !== undefined) return <Results users={users} results={data.results} onClose={onDone} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('admin.bulk.title', { count: users.length })}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isPending}>
            {t('admin.act')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p className="text-muted">{t('admin.bulk.about')}</p>
        <StrikeActionField options={bulkAccountActions} value={action} onChange={setAction} />
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

interface ResultsProps {
  users: readonly AdminUser[];
  results: readonly AccountActionResult[];
  onClose: () => void;
}

function Results({ users, results, onClose }: ResultsProps) {
  const done = results.filter(({ outcome }) => outcome === 'done').length;
  return (
    <Dialog isOpen onClose={onClose} title={t('admin.bulk.results')}>
      <div className="flex flex-col gap-3 p-4">
        <p role="status">{t('admin.bulk.done', { done, count: results.length })}</p>
        <ul className="flex flex-col divide-y divide-line">
          {results.map(({ userId, outcome }) => {
            const user = users.find(({ id }) => id === userId);
            return (
              <li key={userId} className="flex flex-wrap justify-between gap-x-3 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {user?.name} <span className="text-muted">@{user?.username}</span>
                </span>
                <span className={outcome === 'done' ? 'text-accent' : 'text-danger'}>
                  {t(`admin.bulk.outcome.${outcome}`)}
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}
