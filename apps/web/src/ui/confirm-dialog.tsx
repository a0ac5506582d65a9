import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useCloseOnBack } from '../lib/history-layers.tsx';
import { firstClick } from '../lib/first-click.ts';
import { t } from '../i18n/index.ts';
import { Button } from './button.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  text?: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** While it is being done, the dialog stays open. */
  isBusy?: boolean;
  /** How much has been done, from 0 to 1, if it can be canceled. */
  progress?: number | null;
  /** A second, dangerous choice. */
  alternative?: { label: string; onChoose: () => void };
  cancelLabel?: string;
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
  isBusy = false,
  progress = null,
  alternative,
  cancelLabel = t('common.cancel'),
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const canCancel = !isBusy || progress !== null;
  const cancel = () => {
    if (canCancel) onCancel();
  };
  useCloseOnBack(isOpen, cancel);
  const cancelButton = (
    <Button variant="secondary" disabled={!canCancel} onClick={onCancel}>
      {cancelLabel}
    </Button>
  );
  const confirmButton = (
    <Button
      variant={isDangerous ? 'danger' : 'primary'}
      isBusy={isBusy}
      onClick={firstClick(onConfirm)}
    >
      {confirmLabel}
    </Button>
  );
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        {/* Also above another dialog, which has a backdrop already. */}
        <AlertDialog.Backdrop forceRender className="scrim z-50" />
        <AlertDialog.Popup className="fixed inset-x-4 top-[28vh] z-50 mx-auto flex max-w-form flex-col gap-2 rounded-lg bg-raised p-5 shadow-raised outline-none transition data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          {text !== undefined && (
            <AlertDialog.Description className="text-muted">{text}</AlertDialog.Description>
          )}
          {progress !== null && progress > 0 && (
            <progress aria-label={confirmLabel} value={progress} className="mt-2 w-full" />
          )}
          {alternative ? (
            <div className="mt-3 flex flex-col gap-2">
              {confirmButton}
              <Button
                variant="dangerOutline"
                disabled={isBusy}
                onClick={firstClick(alternative.onChoose)}
              >
                {alternative.label}
              </Button>
              {cancelButton}
            </div>
          ) : (
            <div className="mt-3 flex flex-wrap justify-end gap-2">
              {cancelButton}
              {confirmButton}
            </div>
          )}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
