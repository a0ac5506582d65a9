import { onUnauthorized } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import {
  clearSession,
  endOtherAccount,
  syncSessionAcrossTabs,
  getAccessToken,
  getSessionUser,
} from '../lib/session/index.ts';
import { reloadPage } from '../lib/open-page.ts';
import { toast } from '../lib/toast.ts';

/**
 * Ends a session that the server no longer accepts; RequireSession then shows the sign-in page.
 * Applies sign-ins and sign-outs of other tabs as well. Returns a function to stop.
 */
export function watchSession(): () => void {
  const stopListening = onUnauthorized((usedToken) => {
    if (endOtherAccount(usedToken)) return;
    // A response to an older session does not affect the current one.
    const current = getAccessToken();
    if (current !== null && current !== usedToken) return;
    // Other requests that were pending also receive a 401.
    if (getSessionUser() !== null) toast.info(t('app.sessionEnded'));
    clearSession();
  });
  const stopFollowing = syncSessionAcrossTabs(reloadPage);
  return () => {
    stopListening();
    stopFollowing();
  };
}
