import { Dialog } from '../../../ui/dialog.tsx';
import { t } from '../../../i18n/index.ts';
import { ImportForm } from './import-form.tsx';
import { ImportList } from './import-list.tsx';

interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Imports accounts from a file, and shows earlier imports. */
export function ImportDialog({ isOpen, onClose }: ImportDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('imports.dialogTitle')}>
      <div className="flex flex-col gap-6 p-4">
        <ImportForm />
        <ImportList isShown={isOpen} />
      </div>
    </Dialog>
  );
}
