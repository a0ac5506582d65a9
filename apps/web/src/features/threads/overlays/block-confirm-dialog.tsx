import { lazy, Suspense } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useBlock } from '../../relationships/block-and-mute.mutation.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import type { DialogOverlay } from './card-overlay.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

interface BlockConfirmDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms that the viewer blocks the author of a thread. */
export function BlockConfirmDialog({ overlay, isOpen, onClose }: BlockConfirmDialogProps) {
  const client = useQueryClient();
  const { userId, userName } = overlay.thread;
  const name = userName ?? t('user.unknown');
  const block = useBlock(
    { id: userId ?? '', name },
    () => void client.invalidateQueries({ queryKey: threadKeys.all }),
  );
  return (
    <Suspense>
      <ConfirmDialog
        isOpen={isOpen}
        title={t('userMenu.blockTitle', { name })}
        text={t('userMenu.blockText')}
        confirmLabel={t('userMenu.blockConfirm')}
        isDangerous
        onCancel={onClose}
        onConfirm={() => {
          onClose();
          block.mutate(true);
        }}
      />
    </Suspense>
  );
}
