import { getDomain } from '@skein/contracts/text';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { threadKeys } from '../cache/thread-keys.ts';
import type { DialogOverlay } from './card-overlay.ts';

const BlockServerDialog = lazy(async () => ({
  default: (await import('../../relationships/block-server-dialog.tsx')).BlockServerDialog,
}));

interface BlockServerConfirmDialogProps {
  overlay: DialogOverlay;
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms that the viewer blocks the server of the author of a thread. */
export function BlockServerConfirmDialog(props: BlockServerConfirmDialogProps) {
  const { overlay, isOpen, onClose } = props;
  const client = useQueryClient();
  return (
    <Suspense>
      <BlockServerDialog
        domain={getDomain(overlay.thread.userUsername) ?? ''}
        isOpen={isOpen}
        onClose={onClose}
        onBlocked={() => void client.invalidateQueries({ queryKey: threadKeys.all })}
      />
    </Suspense>
  );
}
