import { paths } from '../paths.ts';
import { createStore } from '../store.ts';

const pathsWithToken: ReadonlySet<string> = new Set([
  paths.login,
  paths.resetPassword,
  paths.endSessions,
  paths.unsubscribe,
  paths.verifyEmail,
  paths.restoreEmail,
  paths.appeal,
]);
const store = createStore<string | null>(null);

interface CleanAddress {
  /** The URL without the token. */
  to: string;
  /** The page to open afterward, which `useReturnPath` checks. */
  returnPath: string | null;
}

/** The token from the URL, until `clearAddressToken` is called. */
export const useAddressToken = store.useValue;

/**
 * Moves a token from the URL to the store, so that neither the history nor a later request contains
 * it. The server's links have it in the fragment (`/login#token=…`, `/reset-password#token=…`),
 * which browsers do not send. The specification also has a query parameter (`/login?token=…`). The page to
 * open afterward is in the fragment too (`/login#token=…&to=…`). Returns null without a token.
 */
export function captureAddressToken(): CleanAddress | null {
  const address = new URL(window.location.href);
  if (!pathsWithToken.has(address.pathname)) return null;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const token = fragment.get('token') ?? address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  if (fragment.has('token')) address.hash = '';
  window.history.replaceState(window.history.state, '', address);
  store.set(token);
  const { pathname, search, hash } = address;
  return { to: `${pathname}${search}${hash}`, returnPath: fragment.get('to') };
}

/** Call this once the token has been used. */
export function clearAddressToken(): void {
  store.set(null);
}
