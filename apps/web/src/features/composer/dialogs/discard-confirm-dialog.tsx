import { t } from '../../../i18n/index.ts';
import type { CloseConfirmation } from './use-close-confirmation.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

interface DiscardConfirmDialogProps {
  title: string;
  closeConfirmation: CloseConfirmation;
}

/** Confirms that the content of a composer is discarded. */
export function DiscardConfirmDialog({ title, closeConfirmation }: DiscardConfirmDialogProps) {
  return (
    <ConfirmDialog
      isOpen={closeConfirmation.isConfirming}
      title={title}
      text={t('composer.discardText')}
      confirmLabel={t('composer.discard')}
      isDangerous
      onConfirm={closeConfirmation.discard}
      onCancel={closeConfirmation.cancel}
    />
  );
}
