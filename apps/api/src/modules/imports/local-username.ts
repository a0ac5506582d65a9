import { domainToASCII } from 'node:url';
import { usernameField } from '@skein/contracts/users';

/** The hosts of addresses that belong to this instance. */
export function toLocalHosts(publicUrl: URL): ReadonlySet<string> {
  return new Set([publicUrl.hostname, publicUrl.host]);
}

/** The username of `ada@skein.example`, `@ada` or `ada`; null for an address of another server. */
export function toLocalUsername(address: string, hosts: ReadonlySet<string>): string | null {
  const [name = '', host, ...rest] = address.replace(/^@/, '').split('@');
  if (rest.length > 0) return null;
  if (host !== undefined && !hosts.has(toAsciiHost(host))) return null;
  const username = usernameField.safeParse(name);
  return username.success ? username.data : null;
}

function toAsciiHost(host: string): string {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  return domainToASCII(name) + port;
}
