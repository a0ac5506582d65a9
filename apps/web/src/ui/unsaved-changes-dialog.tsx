import { t } from '../i18n/index.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedChangesDialogProps {
  onDiscard: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before unsaved changes are lost. */
export function UnsavedChangesDialog({ onDiscard, onCancel }: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirmLabel={t('unsaved.discard')}
      isDangerous
      onConfirm={onDiscard}
      onCancel={onCancel}
    />
  );
}
