import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';

interface EmailValues {
  locale: Locale;
  instanceName: string;
  link: string;
}

/** The email with the link that sets a new password. */
export function composeResetEmail({ locale, instanceName: instance, link }: EmailValues) {
  return {
    subject: t(locale, 'email.reset.subject', { instance }),
    text: t(locale, 'email.reset.text', { instance, link }),
  };
}

/** The email to an administrator's address after somebody has registered with it. */
export function composeAdministratorEmail({ locale, instanceName: instance, link }: EmailValues) {
  return {
    subject: t(locale, 'email.administrator.subject', { instance }),
    text: t(locale, 'email.administrator.text', { instance, link }),
  };
}
