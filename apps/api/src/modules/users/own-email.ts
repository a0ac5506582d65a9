/** Host of the addresses of accounts that have none. Reserved by RFC 2606: never delivered. */
export const releasedHost = 'released.invalid';

/** The address that responses contain: empty if its owner has removed it from the account. */
export function toOwnEmail(email: string | null): string {
  return email === null || email.endsWith(`@${releasedHost}`) ? '' : email;
}
