import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { quoteOf } from '../submit/submit-quote.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import type { ComposerDialogProps } from './use-composer-dialog.ts';
import { ComposerFooter } from '../editor/composer-footer.tsx';
import { ComposerForm } from '../editor/composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import { ThreadPreview } from './thread-preview.tsx';

export interface QuoteDialogProps extends ComposerDialogProps {
  thread: Thread | QuotedThread;
}

/** Passes a thread on with a comment (spec, section 2, "Repost choice"). */
export function QuoteDialog(props: QuoteDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: `quote:${thread.id}`,
    sender: quoteOf(thread),
  });
  const { composer, closing, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('quote.title')}
      discardTitle={t('quote.discardTitle')}
      footer={
        <ComposerFooter
          composer={composer}
          words={{ send: t('quote.send'), sending: t('composer.posting') }}
          onCancel={closing.request}
          hasAudience
        />
      }
    >
      <ComposerForm composer={composer} textBox={textBox} placeholder={t('quote.placeholder')}>
        <ThreadPreview thread={thread} />
      </ComposerForm>
    </ComposerFrame>
  );
}
