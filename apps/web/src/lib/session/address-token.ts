import { createStore } from '../store.ts';
import { paths } from '../paths.ts';

const store = createStore<string | null>(null);

const takers: ReadonlySet<string> = new Set([paths.login, paths.resetPassword]);

/**
 * Takes a token that was handed over in the address (`/login?token=…`, or that of a mailed link)
 * out of it, so that it reaches neither the history nor any later request. To be called before
 * everything else.
 */
export function captureAddressToken(): void {
  const address = new URL(window.location.href);
  const token = address.searchParams.get('token');
  if (token === null || !takers.has(address.pathname)) return;
  store.set(token);
  address.searchParams.delete('token');
  window.history.replaceState(window.history.state, '', address);
}

/** The token that was handed over, until it is dealt with. */
export const useAddressToken = store.use;

/** The handed-over token has been dealt with. */
export function clearAddressToken(): void {
  store.set(null);
}
