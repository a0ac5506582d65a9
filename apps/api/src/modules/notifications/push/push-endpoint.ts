import { ValidationError } from '../../../platform/errors.ts';
import { isPublicHost } from '../../../platform/public-address.ts';

const endpointMaxLength = 2000;

/** Decides to which endpoints the server connects. */
export interface EndpointPolicy {
  /**
   * Normalizes the endpoint of a push service.
   * @throws ValidationError for an endpoint that is not allowed
   */
  parse(text: string): string;
  isAllowed(endpoint: URL): boolean;
}

interface EndpointPolicyOptions {
  /** Host names; `*.example.org` for subdomains, `*` for all public hosts. */
  hosts: readonly string[];
}

export function createEndpointPolicy({ hosts }: EndpointPolicyOptions): EndpointPolicy {
  const isAllowed = (url: URL) =>
    isOfPublicService(url) && hosts.some((host) => matches(host, url.hostname));

  return {
    isAllowed,
    parse(text) {
      const url = URL.canParse(text) ? new URL(text) : null;
      if (url !== null && url.href.length <= endpointMaxLength && isAllowed(url)) return url.href;
      const message = 'error.pushEndpointUnsupported';
      throw new ValidationError([{ path: 'endpoint', message }]);
    },
  };
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
