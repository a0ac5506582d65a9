/**
 * The domain that the owner of a host has registered, such as `example.org` for `social.example.org`. Limits count by it,
 * because an owner can have any number of subdomains. An IP address is returned without its port.
 */
export async function findRegistrableDomain(host: string): Promise<string> {
  const { getDomain } = await import('tldts');
  // Subdomains of services such as github.io have different owners.
  const domain = getDomain(host, { allowPrivateDomains: true });
  return domain ?? URL.parse(`https://${host}`)?.hostname ?? host;
}
