import { reportNoteMaxLength } from '@skein/contracts/limits';
import type { ReportReason } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { t } from '../../../i18n/index.ts';
import { rulesQuery } from '../../instance/rules.queries.ts';
import type { Report } from './send-report.mutation.ts';
import { ReasonField } from './reason-field.tsx';
import { RulesField } from './rules-field.tsx';

interface ReportFormProps {
  id: string;
  /** The name of the reported user. */
  name: string;
  /** The domain of a user of another server, which can get the report, too. */
  domain: string | undefined;
  onSend: (report: Report) => void;
}

/** The reason and note of a report. The submit button is outside the form. */
export function ReportForm({ id, name, domain, onSend }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [ruleIds, setRuleIds] = useState<string[]>([]);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [note, setNote] = useState('');
  const [isForwarded, setIsForwarded] = useState(false);
  const hintId = useId();
  const { data: rules = [] } = useQuery(rulesQuery);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isMissingRule = reason === 'rules' && ruleIds.length === 0;
    setIsIncomplete(reason === null || isMissingRule);
    if (reason !== null && !isMissingRule) {
      onSend({ reason, note, ruleIds, ...(isForwarded && { isForwarded }) });
    }
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5 p-4">
      <ReasonField
        value={reason}
        error={isIncomplete && reason === null ? t('report.chooseReason') : undefined}
        hasRules={rules.length > 0}
        onChange={(chosen) => {
          setReason(chosen);
          setIsIncomplete(false);
        }}
      />
      {reason === 'rules' && (
        <RulesField
          rules={rules}
          value={ruleIds}
          error={isIncomplete && ruleIds.length === 0 ? t('report.chooseRule') : undefined}
          onChange={setRuleIds}
        />
      )}
      <TextAreaField
        label={t('report.note')}
        hint={t('report.sentText', { name })}
        rows={3}
        maxLength={reportNoteMaxLength}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      {domain !== undefined && (
        <div>
          <Checkbox
            checked={isForwarded}
            aria-describedby={hintId}
            onChange={(event) => setIsForwarded(event.target.checked)}
          >
            {t('report.forward', { server: domain })}
          </Checkbox>
          <p id={hintId} className="mt-1 text-sm text-muted">
            {t('report.forwardHint')}
          </p>
        </div>
      )}
    </form>
  );
}
