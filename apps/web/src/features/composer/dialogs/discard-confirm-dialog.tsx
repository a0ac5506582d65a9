import { Suspense, lazy } from 'react';
import { t } from '../../../i18n/index.ts';
import type { CloseConfirmation } from './use-close-confirmation.ts';

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('../../../ui/confirm-dialog.tsx');
  return { default: component };
});

interface DiscardConfirmDialogProps {
  title: string;
  closeConfirmation: CloseConfirmation;
}

/** Confirms that the content of a composer is discarded. */
export function DiscardConfirmDialog({ title, closeConfirmation }: DiscardConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={closeConfirmation.isConfirming}
        title={title}
        text={t('composer.discardText')}
        confirmLabel={t('composer.discard')}
        isDangerous
        onConfirm={closeConfirmation.discard}
        onCancel={closeConfirmation.cancel}
      />
    </Suspense>
  );
}
