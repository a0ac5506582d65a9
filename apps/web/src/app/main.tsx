import '../styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadMessages } from '../i18n/load-messages.ts';
import { captureAddressToken } from '../lib/session/index.ts';
import { App } from './app.tsx';
import { reloadOnNewVersion } from './new-version.ts';
import { loadFirstScreen } from './screens.tsx';

// The font comes after the scripts, which every word waits for, and before there are words.
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);
captureAddressToken();
window.addEventListener('hashchange', captureAddressToken);
reloadOnNewVersion();
// Until then the page's own splash stands; a first drawing by React would stay for 300 ms at least.
void Promise.allSettled([loadMessages('base'), loadFirstScreen(window.location.pathname)]).then(
  draw,
);

function draw(): void {
  // It is the address of the first page only, but browsers would share it for every later page.
  document.querySelector('link[rel=canonical]')?.remove();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
