export { captureAddressToken, clearAddressToken, useAddressToken } from './address-token.ts';
export {
  clearSession,
  syncSessionAcrossTabs,
  getAccessToken,
  getSessionUser,
  saveSession,
  saveSessionUser,
  useSession,
} from './session.ts';
export { isTokenValid, readTokenExpiry } from './token.ts';
