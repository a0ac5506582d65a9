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

/** Changes the text and the time of a scheduled thread. */
export function EditScheduledDialog({ scheduled, onClose }: EditScheduledDialogProps) {
  const client = useQueryClient();
  const [content, setContent] = useState(scheduled.content);
  const [time, setTime] = useState(() => toLocalInput(new Date(scheduled.scheduledAt)));
  const [earliest] = useState(() => toLocalInput(new Date()));
  const [isSaving, setIsSaving] = useState(false);
  const scheduledAt = fromLocalInput(time);
  const needsText = scheduled.media.length === 0 && scheduled.poll === null;
  const isTooLong = countCodePoints(content) > textMaxLength;
  const save = async () => {
    if (scheduledAt === null) return;
    setIsSaving(true);
    try {
      await changeScheduled(client, scheduled.id, { content, scheduledAt });
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
            disabled={
              isSaving || scheduledAt === null || isTooLong || (needsText && isBlank(content))
            }
            onClick={() => void save()}
          >
            {t('scheduled.save')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        <TextAreaField
          label={t('composer.text')}
          rows={6}
          dir="auto"
          value={content}
          error={
            isTooLong
              ? t('composer.tooLong', { count: countCodePoints(content) - textMaxLength })
              : undefined
          }
          onChange={({ target }) => setContent(target.value)}
        />
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
