import { lazy, Suspense } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { deleteOwnThread } from './delete-thread.ts';
import type { DialogOverlay } from './card-overlay.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

interface DeleteConfirmDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms the deletion of a thread. */
export function DeleteConfirmDialog({ overlay, isOpen, onClose }: DeleteConfirmDialogProps) {
  const client = useQueryClient();
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('delete.title')}
        text={t('delete.confirmText')}
        confirmLabel={t('postMenu.delete')}
        isDangerous
        onCancel={onClose}
        onConfirm={() => {
          onClose();
          void deleteOwnThread(client, overlay.thread, overlay.screen);
        }}
      />
    </Suspense>
  );
}
