import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/main.css';
import { loadMessages } from '../i18n/load-messages.ts';
import { DialogsProvider } from '../lib/dialogs.tsx';
import { watchInstallPrompt } from '../lib/install-prompt.ts';
import { readLocale } from '../lib/locale.ts';
import { App } from './app.tsx';
import { preloadFeed } from './preload-feed.ts';
import { reloadOnNewVersion } from './reload-on-new-version.ts';
import { createRouter } from './routes/create-router.ts';

document.documentElement.lang = readLocale();
reloadOnNewVersion();
watchInstallPrompt();
preloadFeed(window.location);
// The canonical address belongs to the first page only; browsers would share it for later pages.
document.querySelector('link[rel=canonical]')?.remove();
document.fonts.load('1rem "Inter Variable"').catch(() => undefined);
void start();

async function start(): Promise<void> {
  const router = createRouter();
  // The app shows the keys of texts that could not be loaded, which is better than a blank page.
  await loadMessages('base').catch(() => undefined);
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  // A transition is rendered in short tasks, so that a slow device reacts to input meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <DialogsProvider>
          <App router={router} />
        </DialogsProvider>
      </StrictMode>,
    ),
  );
}
