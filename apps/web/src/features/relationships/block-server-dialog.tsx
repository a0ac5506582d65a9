import { t } from '../../i18n/index.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useBlockServer } from './server-blocks.mutation.ts';

interface BlockServerDialogProps {
  domain: string;
  isOpen: boolean;
  onClose: () => void;
  onBlocked: () => void;
}

/** Confirms that the viewer blocks a server. */
export function BlockServerDialog({ domain, isOpen, onClose, onBlocked }: BlockServerDialogProps) {
  const block = useBlockServer(onBlocked);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('userMenu.blockServerTitle', { domain })}
      text={t('userMenu.blockServerText')}
      confirmLabel={t('userMenu.blockServerConfirm')}
      isDangerous
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        block.mutate({ domain, isBlocked: true });
      }}
    />
  );
}
