import { useEffect } from 'react';
import { useFormErrors } from '../../auth/account/use-form-errors.ts';

/**
 * The errors of a form with a sticky bar: scrolls the first invalid field out from behind the bar.
 * Focusing the field does not scroll if it has the focus already.
 */
export function useErrorsInView() {
  const form = useFormErrors();
  const { formRef, errors } = form;
  useEffect(() => {
    const invalid = formRef.current?.querySelector('[aria-invalid="true"]');
    invalid?.scrollIntoView({ block: 'nearest' });
  }, [formRef, errors]);
  return form;
}
