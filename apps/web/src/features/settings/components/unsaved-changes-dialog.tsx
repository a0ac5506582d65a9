import { Suspense, lazy } from 'react';
import { t } from '../../../i18n/index.ts';
import type { UnsavedChangesGuard } from '../model/use-unsaved-changes-guard.ts';

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('../../../ui/confirm-dialog.tsx');
  return { default: component };
});

/** Asked before changes of a form are lost. */
export function UnsavedChangesDialog({ question }: { question: UnsavedChangesGuard }) {
  if (!question.isAsking) return null;
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        title={t('profile.leaveTitle')}
        text={t('profile.leaveText')}
        confirmLabel={t('profile.leaveConfirm')}
        isDangerous
        onConfirm={question.confirm}
        onCancel={question.stay}
      />
    </Suspense>
  );
}
