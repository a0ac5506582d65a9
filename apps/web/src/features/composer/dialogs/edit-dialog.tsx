import { useState } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { toAttachment } from '../drafts/restore-draft.ts';
import { TextOnlyFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { editAction } from '../submit/submit-edit.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { ThreadPreview } from './thread-preview.tsx';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';

interface EditDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** Edits the text, the warnings and the language of a thread, and the descriptions of its files. */
export function EditDialog(props: EditDialogProps) {
  const { thread } = props;
  const [attachments] = useState(() =>
    thread.media.map((media, index) => toAttachment(media, index + 1)),
  );
  const dialog = useComposerDialog(props, {
    draftName: null,
    text: thread.content,
    contentWarning: thread.contentWarning,
    isSensitive: thread.isSensitive,
    language: thread.language,
    attachments,
    needsText: true,
    submitAction: editAction(thread),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('edit.title')}
      discardTitle={t('edit.discardTitle')}
      footer={
        <TextOnlyFooter
          composer={composer}
          labels={{ submit: t('edit.save'), submitting: t('edit.saving') }}
          hasDetails
          onCancel={() => closeConfirmation.requestClose()}
        />
      }
    >
      <ComposerForm
        composer={composer}
        textBox={textBox}
        placeholder={t('composer.placeholder')}
        acceptsFiles={false}
      >
        {thread.quotedThread && <ThreadPreview thread={thread.quotedThread} />}
      </ComposerForm>
    </ComposerFrame>
  );
}
