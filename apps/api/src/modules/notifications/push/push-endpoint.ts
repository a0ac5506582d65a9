import { ValidationError } from '../../../platform/errors.ts';
import { isPublicHost } from '../../../platform/public-address.ts';

const endpointMaxLength = 2000;

/**
 * Normalizes the endpoint of a push service.
 * @param hosts Allowed host names; `*.example.org` for subdomains, `*` for all public hosts.
 * @throws ValidationError for an endpoint that is not allowed
 */
export function parseEndpoint(hosts: readonly string[], text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.href.length <= endpointMaxLength && isAllowedEndpoint(hosts, url)) {
    return url.href;
  }
  const message = 'error.pushEndpointUnsupported';
  throw new ValidationError([{ path: 'endpoint', message }]);
}

/** Whether the server connects to an endpoint. */
export function isAllowedEndpoint(hosts: readonly string[], url: URL): boolean {
  return isOfPublicService(url) && hosts.some((host) => matches(host, url.hostname));
}

function matches(allowed: string, hostname: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}

function isOfPublicService({ protocol, hostname, port, username, password }: URL): boolean {
  // An empty port means 443.
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return isPublicHost(hostname);
}
