import { lazy } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { deleteOwnThread } from './delete-thread.ts';
import type { DialogLayer } from './card-overlay.ts';

const ConfirmDialog = lazy(async () => {
  const { ConfirmDialog: component } = await import('../../../ui/confirm-dialog.tsx');
  return { default: component };
});

interface DeleteQuestionProps {
  layer: DialogLayer;
  isOpen: boolean;
  onClose: () => void;
}

/** Asks before one's own thread is deleted (spec, section 2, "Thread card"). */
export function DeleteQuestion({ layer, isOpen, onClose }: DeleteQuestionProps) {
  const client = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('delete.title')}
      text={t('delete.question')}
      confirmLabel={t('card.delete')}
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void deleteOwnThread(client, layer.thread, layer.screen);
      }}
    />
  );
}
