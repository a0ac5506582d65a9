import { createStore } from '../store.ts';
import { takeAddressToken } from './take-address-token.ts';

const store = createStore<string | null>(null);

/**
 * Takes over the token of the address: from the boot script, or, where the address of an open page
 * changes, from there.
 */
export function captureAddressToken(): void {
  const token = takeAddressToken() ?? window.addressToken ?? null;
  delete window.addressToken;
  if (token !== null) store.set(token);
}

/** The token that was handed over, until it is dealt with. */
export const useAddressToken = store.use;

/** The handed-over token has been dealt with. */
export function clearAddressToken(): void {
  store.set(null);
}
