import { reportNoteMaxLength } from '@skein/contracts/limits';
import type { ReportReason } from '@skein/contracts/moderation';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { t } from '../../../i18n/index.ts';
import type { Report } from '../api/send-report.mutation.ts';
import { ReasonField } from './reason-field.tsx';

interface ReportFormProps {
  id: string;
  /** The name of the reported user. */
  name: string;
  onSend: (report: Report) => void;
}

/** The reason and note of a report. The submit button is outside the form. */
export function ReportForm({ id, name, onSend }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [note, setNote] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsReasonMissing(reason === null);
    if (reason !== null) onSend({ reason, note });
  };
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-5 p-4">
      <ReasonField
        value={reason}
        error={isReasonMissing && reason === null ? t('report.chooseReason') : undefined}
        onChange={setReason}
      />
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
