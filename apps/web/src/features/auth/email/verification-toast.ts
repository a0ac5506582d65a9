import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { sendVerificationEmail } from './verify-email.ts';

/** Long enough to read the message and reach for the button. */
const durationMs = 15_000;

/**
 * The options of the toast about an error. If the server demands a verified email address, the toast has a
 * button that sends the email again.
 */
export function verificationOptions(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'email_not_verified') return {};
  return { durationMs, action: { label: t('app.sendVerification'), onPress: send } };
}

function send(): void {
  sendVerificationEmail().then(
    () => toast.success(t('app.verificationSent')),
    (error: unknown) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('app.verificationFailed'), message);
    },
  );
}
