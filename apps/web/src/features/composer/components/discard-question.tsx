import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { t } from '../../../lib/i18n/index.ts';
import type { Closing } from '../model/use-closing.ts';

interface DiscardQuestionProps {
  title: string;
  closing: Closing;
}

/** Asked before something that was written is thrown away. */
export function DiscardQuestion({ title, closing }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      isOpen={closing.isAsking}
      title={title}
      text={t('composer.discardText')}
      confirmLabel={t('composer.discard')}
      isDangerous
      onConfirm={closing.discard}
      onCancel={closing.stay}
    />
  );
}
