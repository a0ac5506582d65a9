import { useEffect, useId, useRef, useState } from 'react';
import { checkFields } from './check-fields.ts';
import type { Failure } from './read-failure.ts';

type FieldErrors = Readonly<Record<string, string>>;

/**
 * What is wrong with a form: its fields, by name, of which the first gets the focus, or else
 * the whole of it.
 */
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
  const showFailure = ({ fields, message }: Failure) => {
    setErrors(fields);
    setProblem(Object.keys(fields).length === 0 ? message : null);
  };
  /** Whether every field is filled in as its kind asks; shows what is not. */
  const checkForm = (form: HTMLFormElement): boolean => {
    const found = checkFields(form);
    showErrors(found);
    return Object.keys(found).length === 0;
  };
  return {
    formRef,
    errors,
    problem: { id: problemId, text: problem },
    checkForm,
    showErrors,
    showFailure,
  };
}

export type FormErrors = ReturnType<typeof useFormErrors>;
