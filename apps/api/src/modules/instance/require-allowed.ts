import { ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { loadOnce } from '../../platform/load-once.ts';
import { listDomains } from './match-blocks.ts';
import type { CurrentSiteSettings } from './site-settings.ts';

// Loaded only where disposable domains are blocked.
const loadDisposableDomains = loadOnce(async () => {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  return disposableEmailBlocklistSet();
});

/** Whether administrators reject addresses of this domain. */
export async function isEmailBlocked(
  { current, accessBlocks }: CurrentSiteSettings,
  email: string,
): Promise<boolean> {
  if (accessBlocks.isDomainBlocked(email)) return true;
  if (!current().blocksDisposableEmails) return false;
  const disposable = await loadDisposableDomains();
  return listDomains(email).some((domain) => disposable.has(domain));
}

/** @throws ValidationError if the domain of the address is blocked */
export async function requireAllowedEmail(
  siteSettings: CurrentSiteSettings,
  email: string,
): Promise<void> {
  if (!(await isEmailBlocked(siteSettings, email))) return;
  const message = 'error.emailDomainBlocked';
  throw new ValidationError([{ path: 'email', message }]);
}

/** @throws ForbiddenError if nobody can register from the address */
export function requireAllowedAddress(
  { accessBlocks }: CurrentSiteSettings,
  address: string | undefined,
): void {
  if (!accessBlocks.isRegistrationBlocked(address)) return;
  throw new ForbiddenError('error.registrationAddressBlocked');
}
