import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { editAction } from '../submit/submit-edit.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { TextOnlyFooter } from '../editor/composer-footer.tsx';
import { ComposerTextarea } from '../editor/composer-textarea.tsx';

interface EditDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** The Edit Post modal (spec, section 2, "My Posts"). */
export function EditDialog(props: EditDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: null,
    text: thread.content,
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
          onCancel={closeConfirmation.requestClose}
        />
      }
    >
      <div className="px-4 py-4">
        <ComposerTextarea
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={t('composer.placeholder')}
          acceptsFiles={false}
          className="min-h-32 text-lg"
        />
      </div>
    </ComposerFrame>
  );
}
