import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { editOf } from '../submit/submit-edit.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { PlainFooter } from '../editor/plain-footer.tsx';
import { WritingBox } from '../editor/composer-textarea.tsx';

interface EditDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** The Edit Post modal (spec, section 2, "My Posts"). */
export function EditDialog(props: EditDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: null,
    text: thread.content,
    sender: editOf(thread),
  });
  const { composer, closing, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('edit.title')}
      discardTitle={t('edit.discardTitle')}
      footer={
        <PlainFooter
          composer={composer}
          words={{ send: t('edit.save'), sending: t('edit.saving') }}
          onCancel={closing.request}
        />
      }
    >
      <div className="px-4 py-4">
        <WritingBox
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={t('composer.placeholder')}
          takesFiles={false}
          className="min-h-32 text-lg"
        />
      </div>
    </ComposerFrame>
  );
}
