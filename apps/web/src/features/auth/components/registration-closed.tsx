import { t } from '../../../i18n/index.ts';
import { getRegistrationMessage } from '../../../lib/instance.ts';

/** Replaces the registration form while nobody can create an account. */
export function RegistrationClosed() {
  const message = getRegistrationMessage();
  return (
    <div className="flex flex-col gap-3">
      <p>{t('signUp.closed')}</p>
      {message !== '' && (
        <p className="text-muted wrap-anywhere whitespace-pre-line" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}
