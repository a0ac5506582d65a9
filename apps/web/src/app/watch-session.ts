import { onUnauthorized } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import {
  clearSession,
  followOtherTabs,
  getAccessToken,
  getSessionUser,
} from '../lib/session/index.ts';
import { toast } from '../lib/toast.ts';

/**
 * The one place that ends a session the server no longer accepts; RequireSession then shows the
 * sign-in screen. Also follows what other tabs do. Returns how to stop.
 */
export function watchSession(): () => void {
  const stopListening = onUnauthorized((usedToken) => {
    // An answer to an older session says nothing about the one that has begun since.
    const current = getAccessToken();
    if (current !== null && current !== usedToken) return;
    // Others that were under way hear the same once more.
    if (getSessionUser() !== null) toast.info(t('app.sessionEnded'));
    clearSession();
  });
  const stopFollowing = followOtherTabs();
  return () => {
    stopListening();
    stopFollowing();
  };
}
