/** Whether a token that can be decoded only completes a sign-in, which may need a code. */
export function isHandoverToken(token: string): boolean {
  const payload = token.split('.')[1] ?? '';
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof claims === 'object' && claims !== null && 'handover' in claims;
}
