/** The words of a sign-in with a token that was handed over. Part of the English catalogue. */
export const enToken = {
  'auth.tokenExpired': 'Token Expired',
  'auth.tokenExpiredText': 'Your session has expired. Please log in again.',
  'auth.tokenInvalid': 'Invalid Token',
  'auth.tokenInvalidText': 'Invalid token received. Please try logging in again.',
  'auth.switchTitle': 'Switch to {name}?',
  'auth.switchText':
    'You are signed in as {current}. Continuing signs {current} out on this device.',
  'auth.switch': 'Switch account',
} as const;
