import { useEffect, useId, useRef, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import type { FormError } from './form-error.ts';

type FieldErrors = Readonly<Record<string, string>>;

/** The errors of a form: by field name, with the focus on the first, or one for the whole form. */
export function useFormErrors() {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const showErrors = (fields: FieldErrors) => {
    setErrors(fields);
    setProblem(null);
  };
  const showFormError = ({ fields, message }: FormError) => {
    setErrors(fields);
    const inputs = formRef.current?.elements;
    const isShown = Object.keys(fields).some((name) => inputs?.namedItem(name));
    setProblem(isShown ? null : message);
  };
  /** Whether all fields are valid. Shows the errors of invalid ones. */
  const validateForm = (form: HTMLFormElement): boolean => {
    const invalidFields = validateFields(form);
    showErrors(invalidFields);
    return Object.keys(invalidFields).length === 0;
  };
  return {
    formRef,
    errors,
    problem: { id: problemId, text: problem },
    validateForm,
    showErrors,
    showFormError,
  };
}

export type FormErrors = ReturnType<typeof useFormErrors>;

/** The errors of a form by field name. The browser validates; the messages are ours. */
function validateFields(form: HTMLFormElement): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  for (const field of fields) {
    if (field.validity.valueMissing) errors[field.name] = t('auth.required');
    else if (field.validity.typeMismatch) errors[field.name] = t('auth.emailMalformed');
  }
  return errors;
}
