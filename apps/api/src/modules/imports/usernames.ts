import { domainToASCII } from 'node:url';
import { hasUsernameCharacters, hasUsernameLength, normalizeUsername } from '@skein/contracts/text';

const remoteName = /^[a-z0-9_.-]{1,100}$/;
const remoteHost = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/**
 * The username of `ada@skein.example`, `@ada` or `ada`, and the whole handle of an account of another server; null
 * for a text that is neither.
 */
export function toUsername(address: string, hosts: ReadonlySet<string>): string | null {
  const [name = '', host, ...rest] = address.replace(/^@/, '').split('@');
  if (rest.length > 0) return null;
  if (host !== undefined && !hosts.has(toAsciiHost(host))) return toHandle(name, toAsciiHost(host));
  const username = normalizeUsername(name);
  return hasUsernameLength(username) && hasUsernameCharacters(username) ? username : null;
}

function toHandle(name: string, host: string): string | null {
  const lowerName = name.toLowerCase();
  return remoteName.test(lowerName) && remoteHost.test(host) ? `${lowerName}@${host}` : null;
}

function toAsciiHost(host: string): string {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(host.toLowerCase()) ?? [];
  return domainToASCII(name) + port;
}
