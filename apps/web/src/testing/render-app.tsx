import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NavigateOptions } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { App } from '../app/app.tsx';
import { createRouter } from '../app/routes/create-router.ts';
import type { AppRouter } from '../app/routes/create-router.ts';
import { TestDialogs } from './dialogs.tsx';

let current: AppRouter | null = null;

/** Renders the whole app at a URL. */
export function renderApp(url: string) {
  window.history.replaceState(null, '', url);
  const router = createRouter();
  current = router;
  onTestFinished(() => router.dispose());
  render(
    <TestDialogs>
      <App router={router} />
    </TestDialogs>,
  );
  return userEvent.setup();
}

/** Opens a page of the app that was rendered last. */
export async function navigate(to: string, options?: NavigateOptions): Promise<void> {
  await current?.navigate(to, options);
}
