import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { catalogs } from '@skein/messages/catalogs';
import { loadMessages } from '../i18n/load-messages.ts';
import type { WebCatalogName } from '../i18n/load-messages.ts';
import { dismissCardOverlay } from '../features/threads/overlays/card-overlay.ts';
import { pendingPosts } from '../features/composer/pending/pending-store.ts';
import { clearSession, saveOtherAccounts } from '../lib/session/index.ts';
import { server } from './api.ts';
import { makeErrorsCheap } from './cheap-errors.ts';
import { stubBrowserApis } from './stub-browser-apis.ts';
import { givenSidePanels } from './side-panels.ts';

// The code of the detection loads while a test writes and posts. Its own test uses it.
vi.mock('../features/composer/language/detect-language.ts', () => ({
  detectLanguage: () => Promise.resolve(null),
}));

// A failed request is repeated twice, for which users wait three seconds.
vi.mock(import('../api/query-client.ts'), async (importOriginal) => {
  const { createQueryClient } = await importOriginal();
  return {
    createQueryClient: () => {
      const client = createQueryClient();
      const { queries, ...others } = client.getDefaultOptions();
      client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } });
      return client;
    },
  };
});

stubBrowserApis();
makeErrorsCheap();
// The first test of a page waits for its module to compile, which is slow on a busy machine.
configure({ asyncUtilTimeout: 45_000 });

// Component tests render without the routes that load messages.
await loadMessages(...(Object.keys(catalogs.en) as WebCatalogName[]));

const consoleErrors: string[] = [];

// MSW fails a request without a mocked route and reports it by console.error.
beforeAll(() => server.enable());

/** Works even while a test has replaced the timers. */
const setRealTimeout = setTimeout;

beforeEach(() => {
  consoleErrors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    consoleErrors.push(parts.map(String).join(' '));
  });
  givenSidePanels();
});

afterEach(async () => {
  cleanup();
  server.resetHandlers();
  pendingPosts.set([]);
  dismissCardOverlay();
  saveOtherAccounts([]);
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  // Going back from the entry of a closed layer ends later. It must not change the page of the next test.
  await new Promise<void>((resolve) => {
    setRealTimeout(resolve, 0);
  });
  if (consoleErrors.length > 0) throw new Error(`console.error: ${consoleErrors.join('\n')}`);
});

afterAll(() => server.disable());
