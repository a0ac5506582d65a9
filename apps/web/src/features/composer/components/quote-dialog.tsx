import { useRef } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { quoteOf } from '../api/send-quote.ts';
import { useClosing } from '../model/use-closing.ts';
import { useComposer } from '../model/use-composer.ts';
import { ComposerFooter } from './composer-footer.tsx';
import { ComposerForm } from './composer-form.tsx';
import { ComposerFrame } from './composer-frame.tsx';
import type { ComposerDialogProps } from './composer-frame.tsx';
import { ThreadPreview } from './thread-preview.tsx';

export interface QuoteDialogProps extends ComposerDialogProps {
  thread: Thread | QuotedThread;
}

/** Passes a thread on with a comment (spec, section 2, "Repost choice"). */
export function QuoteDialog({ thread, isOpen, onClose }: QuoteDialogProps) {
  const textBox = useRef<HTMLTextAreaElement>(null);
  const composer = useComposer({
    draftName: `quote:${thread.id}`,
    sender: quoteOf(thread),
    onPosted: onClose,
  });
  const closing = useClosing(composer, onClose);
  return (
    <ComposerFrame
      isOpen={isOpen}
      closing={closing}
      title={t('quote.title')}
      discardTitle={t('quote.discardTitle')}
      textBox={textBox}
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
