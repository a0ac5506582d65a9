import { useRef } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { replyTo } from '../api/send-thread.ts';
import { useClosing } from '../model/use-closing.ts';
import { useComposer } from '../model/use-composer.ts';
import { AnsweredThread } from './answered-thread.tsx';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerForm } from './composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import type { ComposerDialogProps } from './composer-frame.tsx';

interface ReplyDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** Answers a thread from any list. */
export function ReplyDialog({ thread, isOpen, onClose }: ReplyDialogProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: `reply:${thread.id}`,
    sender: replyTo(thread),
    onPosted: onClose,
  });
  const closing = useClosing(composer, onClose);
  return (
    <ComposerFrame
      isOpen={isOpen}
      closing={closing}
      title={t('reply.title')}
      discardTitle={t('reply.discardTitle')}
      textBox={textBox}
      footer={
        <ComposerFooter
          composer={composer}
          words={{ send: t('reply.send'), sending: t('reply.sending') }}
          onCancel={closing.request}
        />
      }
    >
      <AnsweredThread thread={thread} />
      <ComposerForm
        composer={composer}
        textBox={textBox}
        placeholder={t('reply.to', { name: thread.userName ?? t('person.unknown') })}
      />
    </ComposerFrame>
  );
}
