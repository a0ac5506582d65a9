import type { Database } from '@skein/db';
import { ValidationError } from '../../../platform/errors.ts';
import { isPublicHost } from '../../../platform/public-address.ts';
import { isHostAllowed, recordRejectedHost } from './push-hosts.repository.ts';

const endpointMaxLength = 2000;

interface Dependencies {
  database: Database;
  /** Allowed host names; `*.example.org` for subdomains, `*` for all public hosts. */
  pushHosts: readonly string[];
}

/**
 * Normalizes the endpoint of a push service. Administrators see hosts that are not allowed.
 * @throws ValidationError for an endpoint that is not allowed
 */
export async function parseEndpoint(deps: Dependencies, text: string): Promise<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isValid = url !== null && url.href.length <= endpointMaxLength && isOfPublicService(url);
  if (isValid && (await isAllowedEndpoint(deps, url))) return url.href;
  if (isValid && hasDomain.test(url.hostname))
    await recordRejectedHost(deps.database, url.hostname);
  const message = 'error.pushEndpointUnsupported';
  throw new ValidationError([{ path: 'endpoint', message }]);
}

/** Whether the server connects to an endpoint: by its settings, or because an administrator allows it. */
export async function isAllowedEndpoint(
  { database, pushHosts }: Dependencies,
  url: URL,
): Promise<boolean> {
  if (!isOfPublicService(url)) return false;
  return (
    pushHosts.some((host) => matches(host, url.hostname)) || isHostAllowed(database, url.hostname)
  );
}

/** Matches host names, but not IP addresses, which are not offered to administrators. */
const hasDomain = /[a-z]$/;

function matches(allowed: string, hostname: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? hostname.endsWith(allowed.slice(1)) : hostname === allowed;
}

function isOfPublicService({ protocol, hostname, port, username, password }: URL): boolean {
  // An empty port means 443.
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return isPublicHost(hostname);
}
