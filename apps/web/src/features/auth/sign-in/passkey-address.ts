import { t } from '../../../i18n/index.ts';

/** Returns why no passkey can be used at the address of the page, or null. */
export function describePasskeyObstacle(hostname = window.location.hostname): string | null {
  if (!window.isSecureContext) return t('auth.passkeyNeedsHttps');
  return isIpAddress(hostname) ? t('auth.passkeyNeedsDomain') : null;
}

/** Passkeys cannot be used at the address of the page. The message gives the reason. */
export class PasskeyAddressError extends Error {}

/** Lets the browser create or use a passkey of a domain. */
export async function withPasskeyDomain<Credential>(
  domain: string | undefined,
  callBrowser: () => Promise<Credential>,
): Promise<Credential> {
  try {
    return await callBrowser();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SecurityError') throw error;
    const message =
      describePasskeyObstacle() ?? t('auth.passkeyWrongAddress', { domain: domain ?? '' });
    throw new PasskeyAddressError(message, { cause: error });
  }
}

/** Browsers write IPv4 addresses as four numbers, and IPv6 addresses in brackets. */
function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
