import { t } from '../../../i18n/index.ts';
import { repostOf } from '../submit/submit-quote.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { PlainFooter } from '../editor/plain-footer.tsx';
import type { QuoteDialogProps } from './quote-dialog.tsx';
import { ThreadPreview } from './thread-preview.tsx';
import { WritingBox } from '../editor/composer-textarea.tsx';

/** The Repost Thread modal of My Posts (spec, section 2): a comment makes it a quote. */
export function RepostDialog(props: QuoteDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: `quote:${thread.id}`,
    mayBeBlank: true,
    sender: repostOf(thread),
  });
  const { composer, closing, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('repost.title')}
      discardTitle={t('quote.discardTitle')}
      footer={
        <PlainFooter
          composer={composer}
          words={{ send: t('repost.send'), sending: t('repost.sending') }}
          onCancel={closing.request}
        />
      }
    >
      <div className="px-4 py-4">
        <WritingBox
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={t('quote.placeholder')}
          takesFiles={false}
          className="min-h-16 text-lg"
        />
        <ThreadPreview thread={thread} />
      </div>
    </ComposerFrame>
  );
}
