import { t } from '../../../i18n/index.ts';
import { readMeta } from '../../../lib/instance.ts';

/** The text of the button for sign-in with OpenID Connect; null on an instance without it. */
export function getSingleSignOnLabel(): string | null {
  if (readMeta('single-sign-on') !== 'on') return null;
  return readMeta('single-sign-on-label') || t('auth.singleSignOn');
}

/** Whether users can register and sign in with a password. Owners always can. */
export function hasPasswordSignIn(): boolean {
  return readMeta('password-sign-in') !== 'off';
}
