import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { catalogs } from '@skein/messages/catalogs';
import { loadMessages } from '../i18n/load-messages.ts';
import type { WebCatalogName } from '../i18n/load-messages.ts';
import { clearSession } from '../lib/session/index.ts';
import { toast } from '../lib/toast.ts';
import { server } from './api.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { givenSidePanels } from './side-panels.ts';

fillBrowserGaps();
// The first test that opens a screen waits for its chunk to be compiled, on a busy machine for long.
configure({ asyncUtilTimeout: 20_000 });

// Tests also draw parts without what would have loaded their messages.
await loadMessages(...(Object.keys(catalogs.en) as WebCatalogName[]));

const problems: string[] = [];

// A request no test has an answer for is refused by the server, and named in console.error.
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

beforeEach(() => {
  problems.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    problems.push(parts.map(String).join(' '));
  });
  givenSidePanels();
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  toast.dismissAll();
  clearSession();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  if (problems.length > 0) throw new Error(`console.error: ${problems.join('\n')}`);
});

afterAll(() => server.close());
