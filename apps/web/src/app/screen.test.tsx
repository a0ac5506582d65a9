import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { render, screen as shown } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { retryScreens, screen } from './screen.tsx';

it('can be visited again after it could not be loaded', async () => {
  // React reports the error it hands to a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { Screen } = screen(load);
  const visit = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey} onFailure={retryScreens}>
      <Suspense>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = render(visit('first'));
  expect(await shown.findByText('Something went wrong')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
  rerender(visit('second'));
  expect(await shown.findByText('Bookmarks')).toBeVisible();
});

it('is loaded again when one asks for another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<ComponentType>>(async () => () => <p>Bookmarks</p>);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { Screen } = screen(load);
  render(
    <ErrorBoundary onFailure={retryScreens}>
      <Suspense>
        <Screen />
      </Suspense>
    </ErrorBoundary>,
  );
  await userEvent.click(await shown.findByRole('button', { name: 'Try again' }));
  expect(await shown.findByText('Bookmarks')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
