import { t } from '../../../i18n/index.ts';
import { repostAction } from '../submit/submit-quote.ts';
import type { QuoteDialogProps } from './quote-dialog.tsx';
import { TextOnlyFrame } from './text-only-frame.tsx';
import { ThreadPreview } from './thread-preview.tsx';
import { useComposerDialog } from './use-composer-dialog.ts';

/** The Repost Thread modal of My Posts: a comment makes it a quote. */
export function RepostDialog(props: QuoteDialogProps) {
  const { thread } = props;
  const dialog = useComposerDialog(props, {
    draftName: `quote:${thread.id}`,
    allowsBlank: true,
    submitAction: repostAction(thread),
  });
  return (
    <TextOnlyFrame
      dialog={dialog}
      title={t('repost.title')}
      discardTitle={t('quote.discardTitle')}
      placeholder={t('quote.placeholder')}
      labels={{ submit: t('repost.send'), submitting: t('repost.sending') }}
      textClass="min-h-16"
    >
      <ThreadPreview thread={thread} />
    </TextOnlyFrame>
  );
}
