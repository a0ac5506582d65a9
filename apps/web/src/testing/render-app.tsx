import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app/app.tsx';
import { captureAddressToken } from '../lib/session/index.ts';

/** Renders the whole app at a URL. */
export function renderApp(url: string) {
  window.history.replaceState(null, '', url);
  captureAddressToken();
  render(<App />);
  return userEvent.setup();
}
