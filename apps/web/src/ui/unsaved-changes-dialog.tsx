import { t } from '../i18n/index.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { UnsavedChangesGuard } from './unsaved-changes.tsx';

export function UnsavedChangesConfirmDialog({ guard }: { guard: UnsavedChangesGuard }) {
  return (
    <ConfirmDialog
      isOpen
      title={t('unsaved.title')}
      text={t('unsaved.text')}
      confirmLabel={t('unsaved.discard')}
      isDangerous
      onConfirm={guard.confirm}
      onCancel={guard.stay}
    />
  );
}
