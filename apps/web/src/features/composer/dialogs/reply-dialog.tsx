import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { replyTo } from '../submit/submit-thread.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { AnsweredThread } from './reply-parent.tsx';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';

interface ReplyDialogProps extends ComposerDialogProps {
  thread: Thread;
}

/** Answers a thread from any list. */
export function ReplyDialog(props: ReplyDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: `reply:${thread.id}`,
    sender: replyTo(thread),
  });
  const { composer, closing, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('reply.title')}
      discardTitle={t('reply.discardTitle')}
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
        placeholder={t('reply.to', { name: thread.userName ?? t('user.unknown') })}
      />
    </ComposerFrame>
  );
}
