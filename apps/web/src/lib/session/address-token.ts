import { paths } from '../paths.ts';
import { createStore } from '../store.ts';

const pathsWithToken: ReadonlySet<string> = new Set([
  paths.login,
  paths.resetPassword,
  paths.endSessions,
  paths.unsubscribe,
  paths.verifyEmail,
  paths.appeal,
]);
const store = createStore<string | null>(null);

/** The token from the URL, until `clearAddressToken` is called. */
export const useAddressToken = store.useValue;

/**
 * Moves a token from the URL to the store, so that neither the history nor a later request contains
 * it. The server's links have it in the fragment (`/login#token=…`, `/reset-password#token=…`),
 * which browsers do not send. The specification also has a query parameter (`/login?token=…`). The page to
 * open afterward is in the fragment too (`/login#token=…&to=…`).
 */
export function captureAddressToken(): void {
  const address = new URL(window.location.href);
  if (!pathsWithToken.has(address.pathname)) return;
  const fragment = new URLSearchParams(address.hash.slice(1));
  const token = fragment.get('token') ?? address.searchParams.get('token');
  if (token === null) return;
  address.searchParams.delete('token');
  if (fragment.has('token')) address.hash = '';
  // `useReturnPath` reads it, and ignores paths of other sites.
  const returnPath = fragment.get('to');
  const entry: unknown = window.history.state;
  const returning = returnPath === null ? {} : { state: { returnPath } };
  window.history.replaceState({ ...Object(entry), ...returning }, '', address);
  store.set(token);
}

/** Call this once the token has been used. */
export function clearAddressToken(): void {
  store.set(null);
}
