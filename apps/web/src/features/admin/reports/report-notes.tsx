import { moderationNoteMaxLength } from '@skein/contracts/administration';
import type { AdminReport, ModerationNote } from '@skein/contracts/moderation';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { useReportQueueAction } from './report-queue.mutation.ts';

/** The internal notes about a report and the reported user, and a form for a new one. */
export function ReportNotes({ report, notes }: { report: AdminReport; notes: ModerationNote[] }) {
  return (
    <section aria-label={t('admin.notes')} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('admin.notes')}</h3>
      {notes.length === 0 && <p className="text-sm text-muted">{t('admin.noNotes')}</p>}
      <ul className="flex flex-col gap-3">
        {notes.map(({ id, about, text, author, createdAt }) => (
          <li key={id} className="wrap-anywhere">
            <p className="whitespace-pre-line" dir="auto">
              {text}
            </p>
            <p className="flex flex-wrap gap-x-2 text-sm text-muted">
              <span>{author?.name ?? t('admin.unknownUser')}</span>
              <RelativeTime time={createdAt} />
              {about === 'user' && <span>{t('admin.aboutAccount')}</span>}
            </p>
          </li>
        ))}
      </ul>
      <NoteForm report={report} />
    </section>
  );
}

function NoteForm({ report: { id, user } }: { report: AdminReport }) {
  const [text, setText] = useState('');
  const [about, setAbout] = useState<'report' | 'user'>('report');
  // A repeated attempt with the same text does not add a second note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const note = useReportQueueAction(id);
  const change = (apply: () => void) => {
    apply();
    setKey(crypto.randomUUID());
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (text.trim() === '' || note.isPending) return;
    const onSuccess = () => change(() => setText(''));
    note.mutate({ kind: 'note', about, text, key }, { onSuccess });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextAreaField
        label={t('admin.noteText')}
        hint={t('admin.notesHint')}
        rows={2}
        maxLength={moderationNoteMaxLength}
        value={text}
        onChange={({ target }) => change(() => setText(target.value))}
      />
      {user !== null && (
        <SelectField
          label={t('admin.noteAbout')}
          value={about}
          onChange={({ target }) =>
            change(() => setAbout(target.value === 'user' ? 'user' : 'report'))
          }
        >
          <option value="report">{t('admin.noteAbout.report')}</option>
          <option value="user">{t('admin.noteAbout.user')}</option>
        </SelectField>
      )}
      <div>
        <Button type="submit" size="sm" disabled={text.trim() === ''} isBusy={note.isPending}>
          {t('admin.addNote')}
        </Button>
      </div>
    </form>
  );
}
