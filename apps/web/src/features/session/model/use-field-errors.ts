import { useEffect, useRef, useState } from 'react';

type FieldErrors = Readonly<Record<string, string>>;

/** What is wrong with a form's fields, by name. The first of them gets the focus. */
export function useFieldErrors() {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return { formRef, errors, setErrors };
}
