import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, isBlank } from '@skein/contracts/text';
import type { ScheduledThread } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { fromLocalInput, timeZone, toLocalInput } from '../../../lib/local-time.ts';
import { toast } from '../../../lib/toast.ts';
import { MediaList } from '../media/media-list.tsx';
import { ScheduledPoll, ScheduledWarning } from './scheduled-content.tsx';
import { changeScheduled } from './scheduled.queries.ts';

interface EditScheduledDialogProps {
  scheduled: ScheduledThread;
  onClose: () => void;
}

/** Changes the texts and the time of a scheduled thread or chain, and shows what the server cannot change. */
export function EditScheduledDialog({ scheduled, onClose }: EditScheduledDialogProps) {
  const client = useQueryClient();
  const { contentWarning, furtherParts } = scheduled;
  const parts = [scheduled, ...furtherParts.map((part) => ({ ...part, poll: null }))];
  const isPartlyFixed = contentWarning !== null || parts.some(hasMore);
  const [contents, setContents] = useState(() => parts.map(({ content }) => content));
  const [time, setTime] = useState(() => toLocalInput(new Date(scheduled.scheduledAt)));
  const [earliest] = useState(() => toLocalInput(new Date()));
  const [isSaving, setIsSaving] = useState(false);
  const scheduledAt = fromLocalInput(time);
  const isComplete = parts.every((part, index) => {
    const content = contents[index] ?? '';
    return getExcess(content) <= 0 && (hasMore(part) || !isBlank(content));
  });
  const save = async () => {
    if (scheduledAt === null) return;
    setIsSaving(true);
    try {
      const [content = '', ...furtherContents] = contents;
      await changeScheduled(client, scheduled.id, {
        content,
        ...(furtherContents.length > 0 && { furtherContents }),
        scheduledAt,
      });
      toast.success(t('scheduled.saved'));
      onClose();
    } catch (error) {
      setIsSaving(false);
      const message = error instanceof ApiError ? error.message : undefined;
      toast.error(t('scheduled.failed'), message);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('scheduled.editTitle')}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            isBusy={isSaving}
            disabled={isSaving || scheduledAt === null || !isComplete}
            onClick={() => void save()}
          >
            {t('scheduled.save')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {isPartlyFixed && <p className="text-sm text-muted">{t('scheduled.onlyText')}</p>}
        {contentWarning !== null && <ScheduledWarning text={contentWarning} />}
        {parts.map(({ media, poll }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
          <div key={index}>
            <PartField
              content={contents[index] ?? ''}
              index={index}
              rows={parts.length === 1 ? 6 : 4}
              onChange={(content) => setContents(contents.with(index, content))}
            />
            <div className="max-w-96">
              <MediaList media={media} />
            </div>
            {poll !== null && <ScheduledPoll poll={poll} />}
          </div>
        ))}
        <TextField
          type="datetime-local"
          label={t('composer.scheduleTime')}
          hint={t('composer.scheduleZone', { zone: timeZone() })}
          value={time}
          min={earliest}
          onChange={({ target }) => setTime(target.value)}
        />
      </div>
    </Dialog>
  );
}

interface PartFieldProps {
  content: string;
  /** Its position in the chain, from 0. */
  index: number;
  rows: number;
  onChange: (content: string) => void;
}

function PartField({ content, index, rows, onChange }: PartFieldProps) {
  const excess = getExcess(content);
  return (
    <TextAreaField
      label={index === 0 ? t('composer.text') : t('composer.partText', { number: index + 1 })}
      rows={rows}
      dir="auto"
      value={content}
      error={excess > 0 ? t('composer.tooLong', { count: excess }) : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Whether a part can be published without text. */
const hasMore = ({ media, poll }: Pick<ScheduledThread, 'media' | 'poll'>): boolean =>
  media.length > 0 || poll !== null;

const getExcess = (content: string): number => countCodePoints(content) - textMaxLength;
