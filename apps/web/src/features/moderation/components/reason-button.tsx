import { adminReasonMaxLength } from '@skein/contracts/limits';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { t } from '../../../i18n/index.ts';

interface ReasonButtonProps {
  label: string;
  /** The title of the dialog. */
  title: string;
  text: string;
  /** Who sees the reason; by default that of an action on an account. */
  hint?: string;
  isOptional?: boolean;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
}

/** A button for an action that needs a reason, which it asks for in a dialog. */
export function ReasonButton(props: ReasonButtonProps) {
  const { label, title, isBusy, onConfirm } = props;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={title}
        isBusy={isBusy}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...props}
          onClose={close}
          onConfirm={(reason) => {
            close();
            onConfirm(reason);
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
  const { label, title, text, hint, isOptional = false, onClose, onConfirm } = props;
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reason.trim() === '' && !isOptional) setIsMissing(true);
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
          <Button type="submit" form={formId} variant="danger">
            {label}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p>{text}</p>
        <TextAreaField
          label={t('admin.reason')}
          hint={hint ?? t('admin.reasonHint')}
          error={isMissing && reason.trim() === '' ? t('admin.reasonMissing') : undefined}
          rows={3}
          maxLength={adminReasonMaxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
