import { isWebsite } from '@skein/contracts/text';
import { t } from '../../../i18n/index.ts';
import { fieldRows, toWebsite } from './profile-values.ts';

/** The errors of the profile fields, by field name. The browser validates; the messages are ours. */
export function validateProfile(form: HTMLFormElement): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of form.querySelectorAll('input')) {
    const message = describeError(field);
    if (message !== null) errors[field.name] = message;
  }
  const valueIn = (name: string) =>
    form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value.trim() ?? '';
  for (const { name, value } of fieldRows) {
    if ((valueIn(name) === '') === (valueIn(value) === '')) continue;
    errors[valueIn(name) === '' ? name : value] = t('profile.fieldIncomplete');
  }
  return errors;
}

function describeError(field: HTMLInputElement): string | null {
  const { name, type, value, required, validity } = field;
  if (required && value.trim() === '') return t('auth.required');
  // The check ignores `validity.typeMismatch`, because the address is completed before it is saved.
  if (name === 'website' && value.trim() !== '' && !isWebsite(toWebsite(value))) {
    return t('profile.websiteMalformed');
  }
  const isInvalidDate = validity.badInput || validity.rangeOverflow || validity.rangeUnderflow;
  return type === 'date' && isInvalidDate ? t('profile.dateMalformed') : null;
}
