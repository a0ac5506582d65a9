import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { captureAddressToken } from '../lib/session/index.ts';
import { App } from './app.tsx';

// Starts after the scripts have been loaded, which every text waits for, and before the first text.
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);

export function renderApp(): void {
  captureAddressToken();
  window.addEventListener('hashchange', captureAddressToken);
  // The canonical address is that of the first page only; browsers would share it for later pages.
  document.querySelector('link[rel=canonical]')?.remove();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const reactRoot = createRoot(root);
  // A transition is rendered in short tasks, so that a slow device reacts to input meanwhile.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
