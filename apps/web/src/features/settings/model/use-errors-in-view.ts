import { useEffect } from 'react';
import { useFormErrors } from '../../auth/model/use-form-errors.ts';

/**
 * What is wrong with a form whose end stays in view: the first wrong field comes out from behind it.
 * Where the field has the focus already, focusing it would not.
 */
export function useErrorsInView() {
  const form = useFormErrors();
  const { formRef, errors } = form;
  useEffect(() => {
    const wrong = formRef.current?.querySelector('[aria-invalid="true"]');
    wrong?.scrollIntoView({ block: 'nearest' });
  }, [formRef, errors]);
  return form;
}
