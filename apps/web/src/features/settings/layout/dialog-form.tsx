import { useId, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../../i18n/index.ts';
import { readText } from '../../auth/account/form-text.ts';
import { useFormErrors } from '../../auth/account/use-form-errors.ts';
import { toProfileFormError } from '../profile/profile-form-error.ts';

/** The name of the password field, as errors name it. */
const passwordName = 'currentPassword';

interface DialogFormProps {
  isOpen: boolean;
  title: string;
  confirmLabel: string;
  isDangerous?: boolean;
  /** The text of a failure without one of the server. */
  failure: string;
  onClose: () => void;
  /** May throw the error of a request, which is then shown. */
  onSubmit: (form: FormData) => Promise<void>;
  /** Renders the fields. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode;
}

/** A dialog with a form. */
export function DialogForm(props: DialogFormProps) {
  const { isOpen, title, confirmLabel, isDangerous = false, failure, onClose, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const formId = useId();
  const formErrors = useFormErrors();
  const { formRef, errors, problem, validateForm, showErrors, showFormError } = formErrors;
  const submit = async (form: FormData) => {
    setIsBusy(true);
    showErrors({});
    try {
      await props.onSubmit(form);
    } catch (error) {
      showFormError(toProfileFormError(error, failure));
    }
    setIsBusy(false);
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React also passes events of a dialog to the form that contains its component.
    event.stopPropagation();
    const form = event.currentTarget;
    if (validateForm(form)) void submit(new FormData(form));
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      initialFocus={() => formRef.current?.querySelector('input')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        onSubmit={onSubmit}
        onInput={(event) => {
          event.stopPropagation();
          formErrors.clearEditedError(event);
        }}
        className="flex flex-col gap-5 p-4"
      >
        {children(errors)}
        <p role="alert" className="text-sm text-danger empty:hidden">
          {problem.text}
        </p>
      </form>
    </Dialog>
  );
}

/** Asks for the password again. */
export function ConfirmPasswordField({ errors }: { errors: Readonly<Record<string, string>> }) {
  return (
    <PasswordField
      label={t('security.password')}
      name={passwordName}
      autoComplete="current-password"
      error={errors[passwordName]}
      required
    />
  );
}

export function readPassword(form: FormData): string {
  return readText(form, passwordName);
}
