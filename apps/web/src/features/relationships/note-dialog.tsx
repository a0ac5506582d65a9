import { useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { textMaxLength } from '@skein/contracts/limits';
import type { ProfileDetails } from '@skein/contracts/users';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { t } from '../../i18n/index.ts';
import { useSaveNote } from './save-note.mutation.ts';

interface NoteDialogProps {
  profile: ProfileDetails;
  onClose: () => void;
}

/** Edits the viewer's private note about a user. */
export function NoteDialog({ profile: { id, name, note }, onClose }: NoteDialogProps) {
  const formId = useId();
  const textRef = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(note ?? '');
  const save = useSaveNote(id, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(text);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      initialFocus={textRef}
      title={t('profilePage.noteTitle', { name })}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} isBusy={save.isPending}>
            {t('profilePage.saveNote')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="p-4">
        <TextAreaField
          ref={textRef}
          label={t('profilePage.note')}
          hint={t('profilePage.noteHint')}
          value={text}
          maxLength={textMaxLength}
          rows={6}
          dir="auto"
          onChange={({ target }) => setText(target.value)}
        />
      </form>
    </Dialog>
  );
}
