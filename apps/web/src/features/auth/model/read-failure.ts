import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';

export interface Failure {
  /** For the notice. */
  message: string;
  /** For the fields, by their name. */
  fields: Readonly<Record<string, string>>;
}

/** What to tell after a sign-in or sign-up that failed: the server's words, or else `fallback`. */
export function readFailure(error: unknown, fallback: string): Failure {
  if (error instanceof NetworkError) return { message: t('common.networkError'), fields: {} };
  if (!(error instanceof ApiError)) throw error;
  const message = error.message || fallback;
  return {
    message,
    fields: {
      ...(error.code === 'email_taken' && { email: message }),
      ...Object.fromEntries(error.fieldErrors.map(({ path, message: text }) => [path, text])),
    },
  };
}
