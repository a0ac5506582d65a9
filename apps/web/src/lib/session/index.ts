export {
  accountsMax,
  endOtherAccount,
  isSignedIn,
  listOtherAccounts,
  removeOtherAccount,
  saveOtherAccounts,
  useOtherAccounts,
} from './accounts.ts';
export type { OtherAccount } from './accounts.ts';
export { captureAddressToken, clearAddressToken, useAddressToken } from './address-token.ts';
export {
  clearSession,
  syncSessionAcrossTabs,
  getAccessToken,
  getSessionUser,
  isLeavingSession,
  saveSession,
  saveSessionUser,
  switchSession,
  useSession,
} from './session.ts';
export { isTokenValid, readTokenExpiry } from './token.ts';
