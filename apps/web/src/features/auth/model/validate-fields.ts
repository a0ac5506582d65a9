import { t } from '../../../i18n/index.ts';

/** The errors of a form by field name. The browser validates; the messages are ours. */
export function validateFields(form: HTMLFormElement): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const field of form.querySelectorAll('input')) {
    if (field.validity.valueMissing) errors[field.name] = t('auth.required');
    else if (field.validity.typeMismatch) errors[field.name] = t('auth.emailMalformed');
  }
  return errors;
}
