import type { SavedDraft, Thread } from '@skein/contracts/threads';
import { Avatar } from '../../../ui/avatar.tsx';
import { t } from '../../../i18n/index.ts';
import { ThreadByline } from '../../threads/card/thread-byline.tsx';
import { TextSegments } from '../../threads/card/thread-text.tsx';
import { getAuthorName } from '../reply/author-name.ts';
import { replyAction } from '../submit/submit-thread.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { isPosting } from '../editor/composer-reducer.ts';
import { PollEditor } from '../poll/poll-editor.tsx';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ApprovalNote } from '../reply/approval-note.tsx';
import { ComposerFrame } from './composer-frame.tsx';

interface ReplyDialogProps extends ComposerDialogProps {
  thread: Thread;
  pendingId?: string | undefined;
  /** The draft that it continues. */
  draft?: SavedDraft | undefined;
}

/** Replies to a thread from a list. */
export function ReplyDialog(props: ReplyDialogProps) {
  const { thread, pendingId, draft } = props;
  const dialog = useComposerDialog(props, {
    draftName: `reply:${thread.id}`,
    pendingId,
    draft,
    draftTarget: { parentThreadId: thread.id },
    submitAction: replyAction(thread),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('reply.title')}
      discardTitle={t(pendingId === undefined ? 'reply.discardTitle' : 'composer.discardChanges')}
      footer={
        <ComposerFooter
          composer={composer}
          labels={{ submit: t('reply.send'), submitting: t('reply.sending') }}
          onCancel={() => closeConfirmation.requestClose()}
          parentAudience={thread.audience}
          hasPoll
        />
      }
    >
      <ReplyParent thread={thread} />
      <ComposerForm
        composer={composer}
        textBox={textBox}
        placeholder={t('reply.to', { name: getAuthorName(thread) })}
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
    </ComposerFrame>
  );
}

/** The reply parent above the composer. It is inert, because its links would leave the composer. */
function ReplyParent({ thread }: { thread: Thread }) {
  const name = thread.userName ?? t('user.unknown');
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 pt-4">
      <p className="sr-only">
        {t('quote.quoted', { name, text: thread.contentWarning ?? thread.content })}
      </p>
      <div inert className="flex flex-col items-center">
        <Avatar name={thread.userName ?? ''} picture={thread.userPicture} />
        <span aria-hidden className="mt-2 -mb-2 w-0.5 grow rounded-full bg-line" />
      </div>
      <div inert className="min-w-0 pb-2">
        <ThreadByline thread={thread} />
        <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-line">
          {thread.contentWarning ?? (
            <TextSegments
              content={thread.content}
              mentions={thread.mentions}
              authorUsername={thread.userUsername}
            />
          )}
        </p>
      </div>
    </div>
  );
}
