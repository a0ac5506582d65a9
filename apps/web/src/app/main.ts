/** The entry. It starts the requests of the first page before React has been loaded. */
import '../styles/main.css';
import { loadMessages } from '../i18n/load-messages.ts';
import { readLocale } from '../lib/locale.ts';
import { preloadFirstPage } from './preload-first-page.ts';
import { reloadOnNewVersion } from './reload-on-new-version.ts';

document.documentElement.lang = readLocale();
reloadOnNewVersion();
void start();

// Not a top-level await: with one, the bundler would split what the pages share into many chunks.
async function start(): Promise<void> {
  const firstPage = preloadFirstPage(window.location);
  const messages = loadMessages('base');
  const { renderApp } = await import('./render-app.tsx');
  // index.html shows a splash screen meanwhile. Without the page, React would replace it.
  await Promise.allSettled([firstPage, messages]);
  renderApp();
}
