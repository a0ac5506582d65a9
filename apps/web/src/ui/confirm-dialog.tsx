import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useCloseOnBack } from '../lib/use-close-on-back.ts';
import { firstClick } from '../lib/first-click.ts';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text?: string;
  confirmLabel: string;
  isDangerous?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A dialog that asks for confirmation. Load it lazily, because the dialog library is large. */
export function ConfirmDialog({
  isOpen,
  title,
  text,
  confirmLabel,
  isDangerous = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  useCloseOnBack(isOpen, onCancel);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Popup className="fixed inset-x-4 top-[28vh] z-50 mx-auto flex max-w-form flex-col gap-2 rounded-lg bg-raised p-5 shadow-raised outline-none transition data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          {text !== undefined && (
            <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>
          )}
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button variant={isDangerous ? 'danger' : 'primary'} onClick={firstClick(onConfirm)}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
