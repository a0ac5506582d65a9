import { reportNoteMaxLength } from '@skein/contracts/limits';
import type { ReportReason } from '@skein/contracts/moderation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
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
  onSend: (report: Report) => void;
}

/** The reason and note of a report. The submit button is outside the form. */
export function ReportForm({ id, name, onSend }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [ruleIds, setRuleIds] = useState<string[]>([]);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const [note, setNote] = useState('');
  const { data: rules = [] } = useQuery(rulesQuery);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isMissingRule = reason === 'rules' && ruleIds.length === 0;
    setIsIncomplete(reason === null || isMissingRule);
    if (reason !== null && !isMissingRule) onSend({ reason, note, ruleIds });
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
    </form>
  );
}
