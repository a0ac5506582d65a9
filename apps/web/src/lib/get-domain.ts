/** The domain in the username of an account of another server. */
export function getDomain(username: string | null | undefined): string | undefined {
  return username?.split('@', 2)[1];
}
