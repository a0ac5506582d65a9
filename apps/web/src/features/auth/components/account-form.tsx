import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { FormErrors } from '../model/use-form-errors.ts';

interface AccountFormProps {
  /** What is wrong with it. */
  formErrors: FormErrors;
  isBusy: boolean;
  /** What stands on its button. */
  label: string;
  /** Why it was refused is read out from here: no notice says it. */
  isProblemAnnounced?: boolean;
  /** Told once every field is filled in as its kind asks. */
  onFilled: (data: FormData) => void;
  children: ReactNode;
}

/** The form of a page at the door: fields, why it was refused, and one button. */
export function AccountForm(props: AccountFormProps) {
  const { formErrors, isBusy, label, isProblemAnnounced = false, onFilled, children } = props;
  const { formRef, problem, checkForm } = formErrors;
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (checkForm(form)) onFilled(new FormData(form));
  };
  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      {children}
      <p
        id={problem.id}
        role={isProblemAnnounced ? 'alert' : undefined}
        className="text-sm text-danger empty:hidden"
      >
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
