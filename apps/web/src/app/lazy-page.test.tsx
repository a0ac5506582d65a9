import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { lazyPage, retryLazyPages } from './lazy-page.tsx';
import { pageLoader } from './page-loader.ts';

it('loads a page that failed to load when the user visits it again', async () => {
  // React reports the error it hands to a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Page = lazyPage(pageLoader(load));
  const visit = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey} onFailure={retryLazyPages}>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(visit('first'));
  expect(await screen.findByText('Something went wrong')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  rerender(visit('second'));
  expect(await screen.findByText('Bookmarks')).toBeVisible();
});

it('loads a page that failed to load when the user presses "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Page = lazyPage(pageLoader(load));
  render(
    <ErrorBoundary onFailure={retryLazyPages}>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Bookmarks')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
