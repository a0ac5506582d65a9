import { t } from '../../../i18n/index.ts';
import { repostAction } from '../submit/submit-quote.ts';
import { useComposerDialog } from './use-composer-dialog.ts';
import { ComposerFrame } from './composer-frame.tsx';
import { TextOnlyFooter } from '../editor/composer-footer.tsx';
import type { QuoteDialogProps } from './quote-dialog.tsx';
import { ThreadPreview } from './thread-preview.tsx';
import { ComposerTextarea } from '../editor/composer-textarea.tsx';

/** The Repost Thread modal of My Posts (spec, section 2): a comment makes it a quote. */
export function RepostDialog(props: QuoteDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: `quote:${thread.id}`,
    allowsBlank: true,
    submitAction: repostAction(thread),
  });
  const { composer, closeConfirmation, textBox } = dialog;
  return (
    <ComposerFrame
      dialog={dialog}
      title={t('repost.title')}
      discardTitle={t('quote.discardTitle')}
      footer={
        <TextOnlyFooter
          composer={composer}
          labels={{ submit: t('repost.send'), submitting: t('repost.sending') }}
          onCancel={closeConfirmation.requestClose}
        />
      }
    >
      <div className="px-4 py-4">
        <ComposerTextarea
          composer={composer}
          textBox={textBox}
          label={t('composer.text')}
          placeholder={t('quote.placeholder')}
          acceptsFiles={false}
          className="min-h-16 text-lg"
        />
        <ThreadPreview thread={thread} />
      </div>
    </ComposerFrame>
  );
}
