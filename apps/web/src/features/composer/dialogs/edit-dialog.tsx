import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { ContentWarningField, SensitiveCheckbox } from '../editor/content-warning-field.tsx';
import { editAction } from '../submit/submit-edit.ts';
import { TextOnlyFrame } from './text-only-frame.tsx';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';

interface EditDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** Edits the text of a thread. */
export function EditDialog(props: EditDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: null,
    text: thread.content,
    contentWarning: thread.contentWarning,
    isSensitive: thread.isSensitive,
    submitAction: editAction(thread),
  });
  return (
    <TextOnlyFrame
      dialog={dialog}
      title={t('edit.title')}
      discardTitle={t('edit.discardTitle')}
      placeholder={t('composer.placeholder')}
      labels={{ submit: t('edit.save'), submitting: t('edit.saving') }}
      textClass="min-h-32"
      warning={
        <>
          <ContentWarningField composer={dialog.composer} />
          {thread.media.length > 0 && <SensitiveCheckbox composer={dialog.composer} />}
        </>
      }
    />
  );
}
