import { t } from '../../../i18n/index.ts';
import type { UnsavedChangesGuard } from '../model/use-unsaved-changes-guard.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

/** Asks for confirmation before unsaved changes are lost. */
export function UnsavedChangesDialog({ guard }: { guard: UnsavedChangesGuard }) {
  if (!guard.isConfirming) return null;
  return (
    <ConfirmDialog
      isOpen
      title={t('profile.leaveTitle')}
      text={t('profile.leaveText')}
      confirmLabel={t('profile.leaveConfirm')}
      isDangerous
      onConfirm={guard.confirm}
      onCancel={guard.stay}
    />
  );
}
