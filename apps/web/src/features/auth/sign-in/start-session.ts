import type { CurrentUser } from '@skein/contracts/users';
import { dateLocale, t } from '../../../i18n/index.ts';
import { isTokenValid, saveSession } from '../../../lib/session/index.ts';
import { ClockError } from '../account/form-error.ts';

/**
 * Stores a session that the server has just started.
 * @throws ClockError when its token has expired by the clock of the device, so that the app would show
 * the sign-in page again
 */
export function startSession(session: { token: string; user: CurrentUser }): CurrentUser {
  if (!isTokenValid(session.token)) {
    const now = new Date().toLocaleString(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });
    throw new ClockError(t('auth.clockWrong', { now }));
  }
  saveSession(session);
  return session.user;
}
