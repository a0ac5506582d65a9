import { t } from '../../../i18n/index.ts';

/** What is missing or malformed in the profile's fields, by name; the browser finds it, we word it. */
export function checkProfile(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.querySelectorAll('input')) {
    const message = describeMistake(field);
    if (message !== null) errors[field.name] = message;
  }
  return errors;
}

function describeMistake({ type, value, required, validity }: HTMLInputElement): string | null {
  if (required && value.trim() === '') return t('auth.required');
  if (type === 'url' && (validity.typeMismatch || !isWebAddress(value))) {
    return t('profile.websiteMalformed');
  }
  const isNoPastDate = validity.badInput || validity.rangeOverflow || validity.rangeUnderflow;
  return type === 'date' && isNoPastDate ? t('profile.dateMalformed') : null;
}

function isWebAddress(value: string): boolean {
  return value.trim() === '' || /^https?:\/\//i.test(value.trim());
}
