import { t } from '../../../i18n/index.ts';

/** What is missing or malformed in a form, by field name; the browser finds it, we word it. */
export function checkFields(form: HTMLFormElement): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const field of form.querySelectorAll('input')) {
    if (field.validity.valueMissing) errors[field.name] = t('auth.required');
    else if (field.validity.typeMismatch) errors[field.name] = t('auth.emailMalformed');
  }
  return errors;
}
