import { adminReasonMaxLength } from '@skein/contracts/limits';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { t } from '../../../i18n/index.ts';
import { CannedResponseField } from '../responses/canned-response-field.tsx';

interface ReasonButtonProps {
  label: string;
  /** The title of the dialog. */
  title: string;
  text: string;
  isBusy: boolean;
  /** A message that may be empty, instead of the required reason. */
  message?: { label: string; maxLength: number };
  isDangerous?: boolean;
  onConfirm: (reason: string) => void;
}

/** A button for an action with a reason or a message, which it asks for in a dialog. */
export function ReasonButton({ isBusy, ...dialog }: ReasonButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={dialog.title}
        isBusy={isBusy}
        onClick={() => setIsOpen(true)}
      >
        {dialog.label}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...dialog}
          onClose={close}
          onConfirm={(reason) => {
            close();
            dialog.onConfirm(reason);
          }}
        />
      )}
    </>
  );
}

interface ReasonDialogProps extends Omit<ReasonButtonProps, 'isBusy'> {
  onClose: () => void;
}

function ReasonDialog(props: ReasonDialogProps) {
  const { label, title, text, message, isDangerous = true, onClose, onConfirm } = props;
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const maxLength = message?.maxLength ?? adminReasonMaxLength;
  const isMissing = message === undefined && reason.trim() === '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isMissing) setIsChecked(true);
    else onConfirm(reason);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant={isDangerous ? 'danger' : 'primary'}>
            {label}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p>{text}</p>
        <CannedResponseField text={reason} maxLength={maxLength} onChange={setReason} />
        <TextAreaField
          label={message?.label ?? t('admin.reason')}
          hint={message === undefined ? t('admin.reasonHint') : undefined}
          error={isChecked && isMissing ? t('admin.reasonMissing') : undefined}
          rows={3}
          maxLength={maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
