import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { replyAction } from '../submit/submit-thread.ts';
import { getAuthorName } from './author-name.ts';
import { useCloseConfirmation } from '../dialogs/use-close-confirmation.ts';
import { useComposer } from '../editor/use-composer.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { PollEditor } from '../poll/poll-editor.tsx';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ApprovalNote } from './approval-note.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { CloseConfirmDialog } from '../dialogs/discard-confirm-dialog.tsx';

interface InlineReplyProps {
  thread: Thread;
  onClose: () => void;
  /** The reply is null if it waits for a connection. */
  onPosted: (reply: Thread | null) => void;
}

/** A composer for replies on the thread page. Closing it discards the content after confirmation. */
export function InlineReply({ thread, onClose, onPosted }: InlineReplyProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: `reply:${thread.id}`,
    draftTarget: { parentThreadId: thread.id },
    submitAction: replyAction(thread),
    onPosted,
  });
  const closeConfirmation = useCloseConfirmation(composer, onClose);
  useEffect(() => textBox.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeConfirmation.requestClose();
  };

  return (
    <>
      {/* The handler catches Escape events that bubble from the text box. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        aria-label={t('reply.title')}
        className="border-b border-line pb-3"
        onKeyDown={onKeyDown}
      >
        <ComposerForm
          composer={composer}
          textBox={textBox}
          placeholder={t('reply.to', { name: getAuthorName(thread) })}
          variant="inline"
        >
          <ApprovalNote thread={thread} />
          {composer.state.poll && (
            <PollEditor
              poll={composer.state.poll}
              isDisabled={isPosting(composer.state)}
              dispatch={composer.dispatch}
            />
          )}
        </ComposerForm>
        <div className="pr-4 pl-6 sm:pl-17">
          <ComposerFooter
            composer={composer}
            labels={{ submit: t('reply.send'), submitting: t('reply.sending') }}
            onCancel={() => closeConfirmation.requestClose()}
            canCancel
            parentAudience={thread.audience}
            hasPoll
          />
        </div>
      </section>
      <CloseConfirmDialog
        discardTitle={t('reply.discardTitle')}
        closeConfirmation={closeConfirmation}
      />
    </>
  );
}
