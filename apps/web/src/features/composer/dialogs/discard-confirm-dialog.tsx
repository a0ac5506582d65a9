import { Suspense, lazy } from 'react';
import { t } from '../../../i18n/index.ts';
import type { Closing } from './use-close-confirmation.ts';

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('../../../ui/confirm-dialog.tsx');
  return { default: component };
});

interface DiscardQuestionProps {
  title: string;
  closing: Closing;
}

/** Asked before something that was written is thrown away. */
export function DiscardQuestion({ title, closing }: DiscardQuestionProps) {
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={closing.isAsking}
        title={title}
        text={t('composer.discardText')}
        confirmLabel={t('composer.discard')}
        isDangerous
        onConfirm={closing.discard}
        onCancel={closing.stay}
      />
    </Suspense>
  );
}
