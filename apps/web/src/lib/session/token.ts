/** Whether an access token is still valid. A token that cannot be decoded is invalid. */
export function isTokenValid(token: string, nowMs = Date.now()): boolean {
  const expiry = readTokenExpiry(token);
  return expiry !== null && expiry > nowMs / 1000;
}

/** The expiry of a token, in seconds since 1970; null if it cannot be decoded. */
export function readTokenExpiry(token: string): number | null {
  const { exp = null } = readClaims(token);
  return typeof exp === 'number' && Number.isFinite(exp) ? exp : null;
}

/** Whether a token belongs to another user. Returns false if it names none. */
export function isTokenOfAnother(token: string, userId: string): boolean {
  const { sub = userId } = readClaims(token);
  return sub !== userId;
}

function readClaims(token: string): { exp?: unknown; sub?: unknown } {
  const payload = token.split('.')[1];
  if (payload === undefined) return {};
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
