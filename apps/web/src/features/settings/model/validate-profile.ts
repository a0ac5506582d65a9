import { t } from '../../../i18n/index.ts';

/** The errors of the profile fields, by field name. The browser validates; the messages are ours. */
export function validateProfile(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.querySelectorAll('input')) {
    const message = describeError(field);
    if (message !== null) errors[field.name] = message;
  }
  return errors;
}

function describeError({ type, value, required, validity }: HTMLInputElement): string | null {
  if (required && value.trim() === '') return t('auth.required');
  if (type === 'url' && (validity.typeMismatch || !isHttpUrl(value))) {
    return t('profile.websiteMalformed');
  }
  const isInvalidDate = validity.badInput || validity.rangeOverflow || validity.rangeUnderflow;
  return type === 'date' && isInvalidDate ? t('profile.dateMalformed') : null;
}

function isHttpUrl(value: string): boolean {
  return value.trim() === '' || /^https?:\/\//i.test(value.trim());
}
