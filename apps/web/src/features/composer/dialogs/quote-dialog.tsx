import type { QuotedThread, SavedDraft, Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { quoteAction } from '../submit/submit-quote.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { ThreadPreview } from './thread-preview.tsx';

export interface QuoteDialogProps extends ComposerDialogProps {
  thread: Thread | QuotedThread;
  pendingId?: string | undefined;
  /** The draft that it continues. */
  draft?: SavedDraft | undefined;
}

export function QuoteDialog(props: QuoteDialogProps) {
  const { thread, pendingId, draft } = props;
  const dialog = useComposerDialog(props, {
    draftName: `quote:${thread.id}`,
    pendingId,
    draft,
    draftTarget: { quotedThreadId: thread.id },
    submitAction: quoteAction(thread),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('quote.title')}
      discardTitle={t(pendingId === undefined ? 'quote.discardTitle' : 'composer.discardChanges')}
      footer={
        <ComposerFooter
          composer={composer}
          labels={{ submit: t('quote.send'), submitting: t('composer.posting') }}
          onCancel={() => closeConfirmation.requestClose()}
          hasReplyPermission
        />
      }
    >
      <ComposerForm composer={composer} textBox={textBox} placeholder={t('quote.placeholder')}>
        <ThreadPreview thread={thread} />
      </ComposerForm>
    </ComposerFrame>
  );
}
