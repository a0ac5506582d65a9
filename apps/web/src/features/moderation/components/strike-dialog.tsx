import {
  accountActions,
  hasPermission,
  strikeTextMaxLength,
} from '@skein/contracts/administration';
import type { StrikeAction, UserRole } from '@skein/contracts/administration';
import type { NamedUser } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { rulesQuery } from '../../instance/api/rules.queries.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { useAdminAction } from '../api/admin-action.mutation.ts';
import { RulesField } from './rules-field.tsx';
import { StrikeActionField } from './strike-action-field.tsx';

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

const durations = [1, 3, 7, 14, 30, 90];
const dayMs = 24 * 60 * 60 * 1000;

/** Chooses an action on an account or thread and its reason, which the user gets. */
export function StrikeDialog({ onClose, ...target }: StrikeTarget & { onClose: () => void }) {
  const { user, threadId = null, reportId = null } = target;
  const formId = useId();
  const [action, setAction] = useState<StrikeAction>(target.action ?? 'warn');
  const [days, setDays] = useState('');
  const [ruleIds, setRuleIds] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { data: rules = [] } = useQuery(rulesQuery);
  const strike = useAdminAction();
  const hasReason = ruleIds.length > 0 || text.trim() !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsMissing(!hasReason);
    if (!hasReason || strike.isPending) return;
    const suspendedUntil = action === 'suspend' ? endAfter(days) : null;
    const chosen = { action, threadId, reportId, suspendedUntil, ruleIds, text };
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
        {action === 'suspend' && (
          <SelectField
            label={t('admin.until')}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          >
            <option value="">{t('admin.until.none')}</option>
            {durations.map((each) => (
              <option key={each} value={each}>
                {t('admin.until.days', { days: each })}
              </option>
            ))}
          </SelectField>
        )}
        {rules.length > 0 && (
          <RulesField rules={rules} value={ruleIds} error={undefined} onChange={setRuleIds} />
        )}
        <TextAreaField
          label={t('admin.strikeText')}
          error={isMissing && !hasReason ? t('admin.strikeReasonMissing') : undefined}
          rows={3}
          maxLength={strikeTextMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Null for no number of days. */
function endAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
}

/** Administrators can only be warned, and their threads removed. */
function listActions({ role, threadId = null }: StrikeTarget): StrikeAction[] {
  const onThread: StrikeAction[] = threadId === null ? [] : ['mark_sensitive', 'remove_thread'];
  if (hasPermission(role, 'administrate')) return ['warn', ...onThread];
  return [...onThread, ...accountActions];
}
