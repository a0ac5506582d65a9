import { useRef } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { editOf } from '../api/send-edit.ts';
import { useClosing } from '../model/use-closing.ts';
import { useComposer } from '../model/use-composer.ts';
import { ComposerFrame } from './composer-frame.tsx';
import type { ComposerDialogProps } from './composer-frame.tsx';
import { PlainFooter } from './plain-footer.tsx';
import { WritingBox } from './writing-box.tsx';

interface EditDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** The Edit Post modal (spec, section 2, "My Posts"). */
export function EditDialog({ thread, isOpen, onClose }: EditDialogProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: null,
    text: thread.content,
    sender: editOf(thread),
    onPosted: onClose,
  });
  const closing = useClosing(composer, onClose);
  return (
    <ComposerFrame
      isOpen={isOpen}
      closing={closing}
      title={t('edit.title')}
      discardTitle={t('edit.discardTitle')}
      textBox={textBox}
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
