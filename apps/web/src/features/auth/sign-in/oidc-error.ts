import type { OidcErrorCode } from '@skein/contracts/auth';
import { t } from '../../../i18n/index.ts';

const texts = {
  expired: 'oidc.expired',
  canceled: 'oidc.canceled',
  invalidResponse: 'oidc.invalidResponse',
  unavailable: 'oidc.unavailable',
  emailMissing: 'oidc.emailMissing',
  emailUnverified: 'oidc.emailUnverified',
  emailUnverifiedAtProvider: 'oidc.emailUnverifiedAtProvider',
  emailBlocked: 'oidc.emailBlocked',
  addressBlocked: 'oidc.addressBlocked',
  registrationClosed: 'oidc.registrationClosed',
  invitationRequired: 'oidc.invitationRequired',
  invitationEnded: 'oidc.invitationEnded',
  requestSent: 'oidc.requestSent',
  pending: 'oidc.pending',
  pendingMax: 'oidc.pendingMax',
  suspended: 'oidc.suspended',
  identityTaken: 'oidc.identityTaken',
  otherIdentity: 'oidc.otherIdentity',
  signedOut: 'oidc.signedOut',
  rateLimited: 'oidc.rateLimited',
  failed: 'oidc.failed',
} as const satisfies Record<OidcErrorCode, string>;

/** Requires the messages `oidc`. The code is from a URL, so it may be unknown. */
export function describeOidcError(code: string): string {
  return t(Object.hasOwn(texts, code) ? texts[code as OidcErrorCode] : 'oidc.failed');
}
