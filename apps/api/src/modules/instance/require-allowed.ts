import { isDisposableEmailDomain } from 'disposable-email-domains-js';
import { ForbiddenError, ValidationError } from '../../platform/errors.ts';
import { listDomains } from './match-blocks.ts';
import type { CurrentSiteSettings } from './site-settings.ts';

/** Whether administrators reject addresses of this domain. */
export function isEmailBlocked(
  { current, accessBlocks }: CurrentSiteSettings,
  email: string,
): boolean {
  if (accessBlocks.isDomainBlocked(email)) return true;
  return current().blocksDisposableEmails && listDomains(email).some(isDisposableEmailDomain);
}

/** @throws ValidationError if the domain of the address is blocked */
export function requireAllowedEmail(siteSettings: CurrentSiteSettings, email: string): void {
  if (!isEmailBlocked(siteSettings, email)) return;
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
