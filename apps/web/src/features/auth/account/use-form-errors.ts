import { useEffect, useId, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import type { FormError } from './form-error.ts';

type FieldErrors = Readonly<Record<string, string>>;

/**
 * The errors of a form: by field name, with the focus on the first, or one for the whole form. The error of
 * a field disappears when the user edits the field.
 */
export function useFormErrors() {
  const formRef = useRef<HTMLFormElement>(null);
  const [reported, setReported] = useState<FieldErrors>({});
  const [errors, setErrors] = useState(reported);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [reported]);

  const report = (fields: FieldErrors) => {
    setReported(fields);
    setErrors(fields);
  };
  const showErrors = (fields: FieldErrors) => {
    report(fields);
    setProblem(null);
  };
  const showFormError = ({ fields, message }: FormError) => {
    report(fields);
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
  const clearEditedError = ({ target }: SyntheticEvent) => {
    const { name } = target as HTMLInputElement;
    if (!(name in errors)) return;
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name)));
  };
  return {
    formRef,
    errors,
    problem: { id: problemId, text: problem },
    validateForm,
    clearEditedError,
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
