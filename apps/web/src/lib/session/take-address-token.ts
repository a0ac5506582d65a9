import { paths } from '../paths.ts';

/** Of the boot script, which runs before any other request and shares no module with the app. */
declare global {
  interface Window {
    addressToken?: string;
  }
}

const takers: ReadonlySet<string> = new Set([paths.login, paths.resetPassword]);

/**
 * Removes a token that was handed over in the address and returns it, so that it reaches neither the
 * history nor any later request. Links of the server have it in the fragment
 * (`/login#token=…`, `/reset-password#token=…`), which no browser sends; the query parameter
 * (`/login?token=…`) is that of the specification.
 */
export function takeAddressToken(): string | null {
  const address = new URL(window.location.href);
  if (!takers.has(address.pathname)) return null;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const token = fragment.get('token') ?? address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  if (fragment.has('token')) address.hash = '';
  window.history.replaceState(window.history.state, '', address);
  return token;
}
