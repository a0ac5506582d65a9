import { Suspense, lazy } from 'react';
import { t } from '../../../i18n/index.ts';
import type { UnsavedChangesGuard } from '../model/use-unsaved-changes-guard.ts';

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('../../../ui/confirm-dialog.tsx');
  return { default: component };
});

/** Asks for confirmation before unsaved changes are lost. */
export function UnsavedChangesDialog({ guard }: { guard: UnsavedChangesGuard }) {
  if (!guard.isConfirming) return null;
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        title={t('profile.leaveTitle')}
        text={t('profile.leaveText')}
        confirmLabel={t('profile.leaveConfirm')}
        isDangerous
        onConfirm={guard.confirm}
        onCancel={guard.stay}
      />
    </Suspense>
  );
}
