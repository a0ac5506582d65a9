import { reportMessageMaxLength, reportMessagesMax } from '@skein/contracts/administration';
import type { AdminReport, ReportDetails } from '@skein/contracts/moderation';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { useReportQueueAction } from './report-queue.mutation.ts';
import { CannedResponseField } from '../responses/canned-response-field.tsx';

interface ReportMessagesProps {
  report: AdminReport;
  details: Pick<ReportDetails, 'messages' | 'reporterStatus'>;
}

/** The messages to the reporter, and a form for a new one. */
export function ReportMessages({ report, details }: ReportMessagesProps) {
  const { messages, reporterStatus } = details;
  return (
    <section aria-label={t('admin.messages')} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('admin.messages')}</h3>
      {messages.length > 0 && (
        <ul className="flex flex-col gap-3">
          {messages.map(({ id, text, moderator, createdAt }) => (
            <li key={id} className="wrap-anywhere">
              <p className="whitespace-pre-line" dir="auto">
                {text}
              </p>
              <p className="flex flex-wrap gap-x-2 text-sm text-muted">
                <span>{moderator?.name ?? t('admin.unknownUser')}</span>
                <RelativeTime time={createdAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {reporterStatus !== 'active' ? (
        <p className="text-sm text-muted">{t(`admin.messages.${reporterStatus}`)}</p>
      ) : messages.length >= reportMessagesMax ? (
        <p className="text-sm text-muted">{t('admin.messagesMax', { max: reportMessagesMax })}</p>
      ) : (
        <MessageForm report={report} />
      )}
    </section>
  );
}

function MessageForm({ report: { id, reporter } }: { report: AdminReport }) {
  const [text, setText] = useState('');
  // A repeated attempt with the same text does not send a second message.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const message = useReportQueueAction(id);
  const change = (changed: string) => {
    setText(changed);
    setKey(crypto.randomUUID());
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '' || message.isPending) return;
    message.mutate({ kind: 'message', text, key }, { onSuccess: () => change('') });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <CannedResponseField text={text} maxLength={reportMessageMaxLength} onChange={change} />
      <TextAreaField
        label={t('admin.messageText', { name: reporter?.name ?? t('admin.unknownUser') })}
        hint={t('admin.messagesHint')}
        rows={3}
        maxLength={reportMessageMaxLength}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      <div>
        <Button type="submit" size="sm" disabled={text.trim() === ''} isBusy={message.isPending}>
          {t('admin.sendMessage')}
        </Button>
      </div>
    </form>
  );
}
