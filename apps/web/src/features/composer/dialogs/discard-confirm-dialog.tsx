import { lazy, Suspense } from 'react';
import { t } from '../../../i18n/index.ts';
import type { CloseConfirmation } from './use-close-confirmation.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

interface DiscardConfirmDialogProps {
  title: string;
  closeConfirmation: Pick<CloseConfirmation, 'isConfirming' | 'isPending' | 'discard' | 'cancel'>;
}

/** Confirms that the content of a composer is discarded. */
export function DiscardConfirmDialog({ title, closeConfirmation }: DiscardConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={closeConfirmation.isConfirming}
        title={title}
        text={t(closeConfirmation.isPending ? 'composer.discardEditText' : 'composer.discardText')}
        confirmLabel={t('composer.discard')}
        isDangerous
        onConfirm={closeConfirmation.discard}
        onCancel={closeConfirmation.cancel}
      />
    </Suspense>
  );
}

interface CloseConfirmDialogProps {
  /** The title if the content can only be discarded. */
  discardTitle: string;
  closeConfirmation: CloseConfirmation;
}

/** Asks whether the content of a composer is saved as a draft or discarded. */
export function CloseConfirmDialog({ discardTitle, closeConfirmation }: CloseConfirmDialogProps) {
  const { isConfirming, isSavedBefore, savingProgress, save, discard, cancel } = closeConfirmation;
  if (save === null) {
    return <DiscardConfirmDialog title={discardTitle} closeConfirmation={closeConfirmation} />;
  }
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t(isSavedBefore ? 'drafts.changedTitle' : 'drafts.saveTitle')}
        text={t(isSavedBefore ? 'drafts.changedText' : 'drafts.saveText')}
        confirmLabel={t('drafts.save')}
        isBusy={savingProgress !== null}
        progress={savingProgress}
        alternative={{
          label: t(isSavedBefore ? 'drafts.discardChanges' : 'composer.discard'),
          onChoose: discard,
        }}
        cancelLabel={savingProgress === null ? t('drafts.keepEditing') : t('common.cancel')}
        onConfirm={save}
        onCancel={cancel}
      />
    </Suspense>
  );
}
