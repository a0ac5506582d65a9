/** Whether an access token is still valid. A token that cannot be decoded is invalid. */
export function isTokenValid(token: string, nowMs = Date.now()): boolean {
  const expiry = readTokenExpiry(token);
  return expiry !== null && expiry > nowMs / 1000;
}

/** The expiry of a token, in seconds since 1970; null if it cannot be decoded. */
export function readTokenExpiry(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' && Number.isFinite(claims.exp) ? claims.exp : null;
  } catch {
    return null;
  }
}
