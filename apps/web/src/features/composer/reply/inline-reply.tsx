import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { replyTo } from '../submit/submit-thread.ts';
import { useClosing } from '../dialogs/use-close-confirmation.ts';
import { useComposer } from '../editor/use-composer.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { DiscardQuestion } from '../dialogs/discard-confirm-dialog.tsx';

interface InlineReplyProps {
  thread: Thread;
  onClose: () => void;
  onPosted: (reply: Thread) => void;
}

/** Answers a thread where it stands. Closing it clears it, after asking. */
export function InlineReply({ thread, onClose, onPosted }: InlineReplyProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: `reply:${thread.id}`,
    sender: replyTo(thread),
    onPosted,
  });
  const closing = useClosing(composer, onClose);
  useEffect(() => textBox.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closing.request();
  };

  return (
    <>
      {/* The keys are the text box's; the section only catches them on their way up. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        aria-label={t('reply.title')}
        className="border-b border-line pb-3"
        onKeyDown={onKeyDown}
      >
        <ComposerForm
          composer={composer}
          textBox={textBox}
          placeholder={t('reply.to', { name: thread.userName ?? t('user.unknown') })}
          place="inline"
        />
        <div className="pr-4 pl-6 sm:pl-17">
          <ComposerFooter
            composer={composer}
            words={{ send: t('reply.send'), sending: t('reply.sending') }}
            onCancel={closing.request}
            canCancel
          />
        </div>
      </section>
      <DiscardQuestion title={t('reply.discardTitle')} closing={closing} />
    </>
  );
}
