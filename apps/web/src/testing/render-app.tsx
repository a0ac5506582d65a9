import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app/app.tsx';
import { captureAddressToken } from '../lib/session/index.ts';

/** Opens the whole app at an address, as a browser would. */
export function renderApp(address: string) {
  window.history.replaceState(null, '', address);
  captureAddressToken();
  render(<App />);
  return userEvent.setup();
}
