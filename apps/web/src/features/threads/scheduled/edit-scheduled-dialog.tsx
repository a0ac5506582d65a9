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
import { changeScheduled } from './scheduled.queries.ts';

interface EditScheduledDialogProps {
  scheduled: ScheduledThread;
  onClose: () => void;
}

/** Changes the texts and the time of a scheduled thread or chain. */
export function EditScheduledDialog({ scheduled, onClose }: EditScheduledDialogProps) {
  const client = useQueryClient();
  const parts = [
    { ...scheduled, hasMore: scheduled.media.length > 0 || scheduled.poll !== null },
    ...(scheduled.furtherParts ?? []).map((part) => ({ ...part, hasMore: part.media.length > 0 })),
  ];
  const [contents, setContents] = useState(() => parts.map(({ content }) => content));
  const [time, setTime] = useState(() => toLocalInput(new Date(scheduled.scheduledAt)));
  const [earliest] = useState(() => toLocalInput(new Date()));
  const [isSaving, setIsSaving] = useState(false);
  const scheduledAt = fromLocalInput(time);
  const isComplete = contents.every(
    (content, index) =>
      excessOf(content) <= 0 && (parts[index]?.hasMore === true || !isBlank(content)),
  );
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
        {contents.map((content, index) => (
          <TextAreaField
            // oxlint-disable-next-line react/no-array-index-key -- parts have no other identity
            key={index}
            label={index === 0 ? t('composer.text') : t('composer.partText', { number: index + 1 })}
            rows={contents.length === 1 ? 6 : 4}
            dir="auto"
            value={content}
            error={
              excessOf(content) > 0
                ? t('composer.tooLong', { count: excessOf(content) })
                : undefined
            }
            onChange={({ target }) => setContents(contents.with(index, target.value))}
          />
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

const excessOf = (content: string): number => countCodePoints(content) - textMaxLength;
