import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { FormErrors } from '../account/use-form-errors.ts';

interface AccountFormProps {
  formErrors: FormErrors;
  isBusy: boolean;
  /** The label of the submit button. */
  label: string;
  /** Called on submit if all fields are valid. */
  onValidSubmit: (data: FormData) => void;
  children: ReactNode;
}

/** The form of a signed-out page: fields, an error and a submit button. */
export function AccountForm(props: AccountFormProps) {
  const { formErrors, isBusy, label, onValidSubmit, children } = props;
  const { formRef, problem, validateForm, clearEditedError } = formErrors;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (validateForm(form)) onValidSubmit(new FormData(form));
  };
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={onSubmit}
      onInput={clearEditedError}
      className="flex flex-col gap-4"
    >
      {children}
      <p id={problem.id} role="alert" className="text-sm text-danger empty:hidden">
        {problem.text}
      </p>
      <Button
        type="submit"
        size="lg"
        isBusy={isBusy}
        className="mt-2"
        aria-describedby={problem.id}
      >
        {label}
      </Button>
    </form>
  );
}
