/** The username of an account of another server is its whole handle, such as `ada@example.org`. */

/** The domain in the username of an account of another server. */
export function getDomain(username: string | null | undefined): string | undefined {
  return username?.split('@', 2)[1];
}

export function isRemoteUsername(username: string | null | undefined): boolean {
  return getDomain(username) !== undefined;
}
