import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';

export interface FormError {
  /** The text of the toast. */
  message: string;
  /** The error of each field, by field name. */
  fields: Readonly<Record<string, string>>;
}

/** The session cannot be used because the clock of the device is wrong. */
export class ClockError extends Error {}

/** Converts a failed request to form errors: the server's messages, or else `fallback`. */
export function toFormError(error: unknown, fallback: string): FormError {
  if (error instanceof NetworkError) return { message: t('common.networkError'), fields: {} };
  if (error instanceof ClockError) return { message: error.message, fields: {} };
  if (!(error instanceof ApiError)) throw error;
  const message = error.message || fallback;
  return {
    message,
    fields: {
      ...(error.code === 'email_taken' && { email: message }),
      ...(error.code === 'username_taken' && { username: message }),
      ...Object.fromEntries(error.fieldErrors.map(({ path, message: text }) => [path, text])),
    },
  };
}
